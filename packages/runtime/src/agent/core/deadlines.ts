import { startTimer } from "../../core/time.ts";

/** Ends many waits after the same time, with one timer for all. */
export class Deadlines {
  readonly #ms: number;
  /** When each wait ends, the earliest first. */
  readonly #waits = new Map<() => void, number>();
  #isRunning = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Calls `end` in time; returns a function that takes it back. */
  add(end: () => void): () => void {
    this.#waits.set(end, performance.now() + this.#ms);
    this.#start(this.#ms);
    return () => this.#waits.delete(end);
  }

  #start(ms: number): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    startTimer(ms, () => this.#sweep(), { unref: true });
  }

  #sweep(): void {
    this.#isRunning = false;
    const now = performance.now();
    for (const [end, at] of this.#waits) {
      if (at > now) {
        this.#start(at - now);
        return;
      }
      this.#waits.delete(end);
      end();
    }
  }
}

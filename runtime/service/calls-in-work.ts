import type { Call } from "./call.ts";
import type { CallError } from "./call-error.ts";

/** How often time limits are looked at, in milliseconds. */
const period = 100;

/** Milliseconds that a timer can wait; longer ones would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** Something that is looked at once a period. */
export interface Watched {
  readonly call: Call;
  sweep(now: number): void;
}

/**
 * The calls in work, with one timer for the limits of them all: a timer for each would cost more
 * than most calls.
 */
export class CallsInWork {
  readonly #calls = new Set<Call>();
  readonly #streams = new Set<Watched>();
  readonly #expired: () => CallError;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #whenEmpty = new Set<() => void>();

  constructor(expired: () => CallError) {
    this.#expired = expired;
  }

  get streams(): number {
    return this.#streams.size;
  }

  add(call: Call): void {
    this.#calls.add(call);
    this.#timer ??= startTimer(() => this.#sweep());
  }

  addStream(stream: Watched): void {
    this.#streams.add(stream);
  }

  removeStream(stream: Watched): void {
    this.#streams.delete(stream);
  }

  remove(call: Call): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) for (const tell of this.#whenEmpty) tell();
  }

  abortStreams(reason: CallError): void {
    for (const { call } of this.#streams) call.abort(reason);
  }

  abortAll(reason: CallError): void {
    for (const call of this.#calls) call.abort(reason);
  }

  /** Resolves when no call is in work, or after `ms` milliseconds. */
  async drained(ms: number): Promise<void> {
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#whenEmpty.delete(settle);
        resolve();
      };
      const timer = setTimeout(settle, Math.min(ms, longestTimer));
      this.#whenEmpty.add(settle);
    });
  }

  #sweep(): void {
    if (this.#calls.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = Date.now();
    for (const call of this.#calls) if (now >= call.expires) call.abort(this.#expired());
    for (const stream of this.#streams) stream.sweep(now);
  }
}

function startTimer(run: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(run, period);
  // A timer of Node would keep the process alive; others are numbers.
  if (typeof timer === "object") timer.unref();
  return timer;
}

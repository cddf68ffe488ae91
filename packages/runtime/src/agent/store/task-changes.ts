import { onAbort } from "../../core/on-abort.ts";
import { startTimer } from "../../core/time.ts";
import type { TaskStore } from "../contract/task-store.ts";

/** Waits for changes of tasks: by the store's `changed`, or else by polling and on writes of this process. */
export class TaskChanges {
  readonly #store: TaskStore;
  readonly #pollMs: number;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(store: TaskStore, pollMs: number) {
    this.#store = store;
    this.#pollMs = pollMs;
  }

  /** Resolves when the task may have more entries than `version`, or the signal is aborted. */
  next(id: string, version: number, signal: AbortSignal): Promise<void> {
    if (this.#store.changed !== undefined) return this.#store.changed(id, version, signal);
    return new Promise((resolve) => {
      let stop = (): void => undefined;
      const settle = (): void => {
        stopTimer();
        stop();
        this.#remove(id, settle);
        resolve();
      };
      const stopTimer = startTimer(this.#pollMs, settle);
      this.#add(id, settle);
      stop = onAbort(signal, settle);
    });
  }

  /** Called when this process has written. */
  notify(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    for (const settle of waiting) settle();
  }

  #add(id: string, settle: () => void): void {
    const waiting = this.#waiting.get(id) ?? new Set();
    waiting.add(settle);
    this.#waiting.set(id, waiting);
  }

  #remove(id: string, settle: () => void): void {
    const waiting = this.#waiting.get(id);
    waiting?.delete(settle);
    if (waiting?.size === 0) this.#waiting.delete(id);
  }
}

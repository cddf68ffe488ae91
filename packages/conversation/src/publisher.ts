/** Runs a function soon: `requestAnimationFrame`, `queueMicrotask`. */
export type Schedule = (run: () => void) => unknown;

/**
 * A value for `useSyncExternalStore` and its like: subscribers are told once of changes that come together.
 */
export class Publisher<Snapshot> {
  readonly #listeners = new Set<() => void>();
  readonly #schedule: Schedule;
  #snapshot: Snapshot;
  #isScheduled = false;

  constructor(snapshot: Snapshot, schedule: Schedule = queueMicrotask) {
    this.#snapshot = snapshot;
    this.#schedule = schedule;
  }

  /** Calls back after changes, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // A function may be subscribed twice.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  };

  /** The same object until something changes. */
  readonly getSnapshot = (): Snapshot => this.#snapshot;

  publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Called as a function: browsers refuse another `this`.
    const schedule = this.#schedule;
    schedule(() => {
      this.#isScheduled = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

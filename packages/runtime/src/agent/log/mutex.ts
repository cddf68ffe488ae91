/** A lock with a queue. `lock` and `unlock`, since a callback would cost another promise per write. */
export class Mutex {
  #isLocked = false;
  readonly #queue: (() => void)[] = [];

  /** Takes the lock; undefined if it was free, otherwise a promise of it. */
  lock(): Promise<void> | undefined {
    if (this.#isLocked) return new Promise((resolve) => this.#queue.push(resolve));
    this.#isLocked = true;
    return undefined;
  }

  /** Passes the lock on, in the order of the calls. */
  unlock(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#isLocked = false;
    else next();
  }
}

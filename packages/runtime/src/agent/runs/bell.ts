/** Wakes those who wait for something that may have changed. */
export class Bell {
  readonly #listeners = new Set<() => void>();

  ring(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` at each ring; returns a function that stops this. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves at the next ring. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.listen(() => {
        stop();
        resolve();
      });
    });
  }
}

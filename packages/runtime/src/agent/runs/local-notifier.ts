/** Wakes those who wait for something that may have changed. */
export class LocalNotifier {
  readonly #listeners = new Set<() => void>();

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` at each notification; returns a function that stops this. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves at the next notification. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.listen(() => {
        stop();
        resolve();
      });
    });
  }
}

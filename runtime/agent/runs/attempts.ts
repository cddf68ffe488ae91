/** Makes one attempt at a time; one that takes too long is not waited for. */
export class Attempts {
  readonly #patienceMs: number;
  #latest: Promise<void> | undefined;
  #began = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the latest attempt is over. */
  get settled(): Promise<void> {
    return this.#latest ?? Promise.resolve();
  }

  /** Begins an attempt, which does not reject, unless one is under way that is not older than that. */
  begin(attempt: () => Promise<void>): void {
    // A clock that nobody sets.
    const now = performance.now();
    if (this.#latest !== undefined && now - this.#began < this.#patienceMs) return;
    this.#began = now;
    const latest = attempt().finally(() => {
      if (this.#latest === latest) this.#latest = undefined;
    });
    this.#latest = latest;
  }
}

/** Runs one piece of work at a time, in the order of the calls. */
export class Mutex {
  #isLocked = false;
  readonly #queue: (() => void)[] = [];

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLocked) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#isLocked = true;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#isLocked = false;
      else next();
    }
  }
}

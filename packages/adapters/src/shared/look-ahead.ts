/** Reads an iterable one by one, with a look at what comes next. */
export class LookAhead<Event> {
  readonly #events: AsyncIterator<Event>;
  #next: Promise<Event | undefined> | undefined;

  constructor(events: AsyncIterable<Event>) {
    this.#events = events[Symbol.asyncIterator]();
  }

  /** The next one, which stays the next one; undefined at the end. */
  peek(): Promise<Event | undefined> {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): void {
    this.#next = undefined;
  }

  async #read(): Promise<Event | undefined> {
    const result = await this.#events.next();
    return result.done === true ? undefined : result.value;
  }

  async close(): Promise<void> {
    await this.#events.return?.();
  }
}

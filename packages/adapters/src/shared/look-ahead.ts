/** Reads an iterable one by one, with a look at what comes next. */
export class LookAhead<Event> {
  readonly #events: AsyncIterator<Event>;
  #next: Promise<IteratorResult<Event, unknown>> | undefined;

  constructor(events: AsyncIterable<Event>) {
    this.#events = events[Symbol.asyncIterator]();
  }

  /** The next one, which stays the next one; undefined at the end. */
  async peek(): Promise<Event | undefined> {
    this.#next ??= this.#events.next();
    const { done, value } = await this.#next;
    return done === true ? undefined : value;
  }

  take(): void {
    this.#next = undefined;
  }

  async close(): Promise<void> {
    await this.#events.return?.();
  }
}

/** Carries values from callbacks to code that reads them in a loop. Its functions need no `this`. */
export interface Channel<T> extends AsyncIterable<T> {
  /**
   * Adds a value. Resolves when there is room for another one: await it where the framework waits for its
   * callback. Values without a reader are dropped. Rejects after `end` and `fail`.
   */
  readonly push: (value: T) => Promise<void>;
  /** Ends the loop after the values that wait. */
  readonly end: () => void;
  /** Throws an error into the loop after the values that wait. */
  readonly fail: (error: unknown) => void;
}

/**
 * Makes a channel in which `limit` values wait, 64 by default, before `push` waits. It is read once.
 *
 * A `push` that is not awaited adds its value nevertheless: nothing is lost, and what waits grows.
 */
export function channel<T>({ limit = 64 }: { readonly limit?: number } = {}): Channel<T> {
  if (!(limit >= 1)) throw new RangeError(`channel: limit: expected a number above 0, found ${limit}`);
  return new Queue<T>(limit);
}

/** How it was closed; what is pushed after it was left is dropped. */
type Closing = "ended" | "left" | { readonly error: unknown };

class Queue<T> implements Channel<T> {
  readonly #limit: number;
  #values: T[] = [];
  /** The next one to read: what is before it is removed now and then. */
  #first = 0;
  #closing: Closing | undefined;
  #isRead = false;
  #waitingReads: (() => void)[] = [];
  #waitingPushes: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  readonly push = async (value: T): Promise<void> => {
    if (this.#closing === "left") return;
    if (this.#closing !== undefined) throw new TypeError("channel: a value was pushed after its end");
    this.#values.push(value);
    this.#waitingReads.shift()?.();
    if (this.#size >= this.#limit) await new Promise<void>((resolve) => this.#waitingPushes.push(resolve));
  };

  readonly end = (): void => this.#close("ended");

  readonly fail = (error: unknown): void => this.#close({ error });

  [Symbol.asyncIterator](): AsyncIterator<T, void, undefined> {
    if (this.#isRead) throw new TypeError("channel: it is read a second time; make one for each reader");
    this.#isRead = true;
    return {
      next: () => this.#next(),
      return: () => {
        this.#values = [];
        this.#first = 0;
        this.#closing = "left";
        this.#wakeAll();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  get #size(): number {
    return this.#values.length - this.#first;
  }

  #close(closing: Closing): void {
    this.#closing ??= closing;
    this.#wakeAll();
  }

  async #next(): Promise<IteratorResult<T, void>> {
    while (this.#size === 0 && this.#closing === undefined) {
      await new Promise<void>((resolve) => this.#waitingReads.push(resolve));
    }
    if (this.#size > 0) return { done: false, value: this.#take() };
    const closing = this.#closing;
    if (typeof closing !== "object") return { done: true, value: undefined };
    // Thrown once, as by a generator.
    this.#closing = "ended";
    throw closing.error;
  }

  #take(): T {
    // It is there: the queue is not empty.
    const value = this.#values[this.#first] as T;
    this.#first++;
    // Not with shift, which moves all the others.
    if (this.#first * 2 >= this.#values.length) {
      this.#values.splice(0, this.#first);
      this.#first = 0;
    }
    if (this.#size < this.#limit) this.#waitingPushes.shift()?.();
    return value;
  }

  #wakeAll(): void {
    for (const wake of [...this.#waitingReads, ...this.#waitingPushes]) wake();
    this.#waitingReads = [];
    this.#waitingPushes = [];
  }
}

export interface TranslatedStreamInit {
  /** Waited for before the handler is called; rejects for a call that may not go there. */
  readonly admit: (() => Promise<void>) | undefined;
  /** Calls the handler. */
  readonly start: () => AsyncIterator<unknown>;
  readonly translate: (event: unknown) => unknown;
  /** Whether the last event has come, after which the client waits for nothing. */
  readonly isComplete: () => boolean;
  /** The error in the client's version for something that was thrown. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * The events of a handler in another version. No generator: the `return` of one waits for the event that
 * it waits for itself, and a handler has to be stopped at once.
 */
export class TranslatedStream implements AsyncIterableIterator<unknown, undefined> {
  readonly #init: TranslatedStreamInit;
  #iterator: AsyncIterator<unknown> | undefined;
  #done = false;

  constructor(init: TranslatedStreamInit) {
    this.#init = init;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<unknown, undefined>> {
    const { translate, explain, isComplete } = this.#init;
    if (this.#done) return end;
    if (isComplete()) {
      this.#runOut();
      return end;
    }
    let event: IteratorResult<unknown>;
    try {
      const iterator = this.#iterator ?? (await this.#start());
      if (iterator === undefined) return end;
      event = await iterator.next();
    } catch (error) {
      this.#done = true;
      throw explain(error);
    }
    if (event.done === true) {
      this.#done = true;
      return end;
    }
    try {
      return { done: false, value: translate(event.value) };
    } catch (error) {
      // The handler's own stream is in order, and has to be stopped.
      this.#stop();
      throw explain(error);
    }
  }

  async return(): Promise<IteratorResult<unknown, undefined>> {
    this.#done = true;
    try {
      await this.#iterator?.return?.();
    } catch (error) {
      throw this.#init.explain(error);
    }
    return end;
  }

  /** Undefined when the client has gone in the meantime. */
  async #start(): Promise<AsyncIterator<unknown> | undefined> {
    const { admit, start } = this.#init;
    if (admit !== undefined) {
      await admit();
      if (this.#done) return undefined;
    }
    this.#iterator = start();
    return this.#iterator;
  }

  /** The handler may still have something to do; what comes is refused, which reports it. */
  #runOut(): void {
    this.#done = true;
    this.#iterator?.next().then(
      ({ done, value }) => (done === true ? undefined : this.#refuseLate(value)),
      () => undefined,
    );
  }

  #refuseLate(value: unknown): void {
    try {
      this.#init.translate(value);
    } catch {
      // The check has reported it.
    }
    this.#stop();
  }

  #stop(): void {
    this.#done = true;
    try {
      this.#iterator?.return?.().then(undefined, () => undefined);
    } catch {
      // The error of a handler that is stopped has no receiver.
    }
  }
}

const end = { done: true, value: undefined } as const;

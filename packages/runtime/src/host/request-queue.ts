import { measure } from "../core/measure.ts";
import { settledWithin } from "../core/time.ts";
import { CallError } from "../service/call-error.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import { toCallError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { Quota } from "./quota.ts";

/** A client's stream of messages, as its handler reads it. */
export interface RequestMessages extends AsyncIterable<unknown> {
  /** The first message, where it has come before the handler is called: it names the tenant. */
  readonly first: unknown;
}

/** Whether a request is a client's stream of messages. */
export function isMessages(request: unknown): request is RequestMessages {
  return typeof request === "object" && request !== null && Symbol.asyncIterator in request;
}

export interface RequestQueueInit {
  /** How many messages may wait. */
  readonly most: number;
  /** How large those that wait may be before the next one waits for room. Default: of any size. */
  readonly mostBytes?: number;
  /** What the messages of all streams that wait may take together. */
  readonly room: Quota;
  /** Called when the handler has taken a message. */
  readonly onTaken?: () => void;
}

/**
 * The messages of a client's stream that a binding gets one by one, until the handler takes them. A handler
 * iterates over them once.
 */
export class RequestQueue implements RequestMessages {
  readonly #init: RequestQueueInit;
  readonly #waiting: { readonly message: unknown; readonly size: number }[] = [];
  #owner: string | undefined;
  #first: unknown;
  #isEnded = false;
  #failure: CallError | undefined;
  #isRead = false;
  /** Told of each message, and of the end. */
  #wake: (() => void) | undefined;
  #whenTaken: (() => void) | undefined;

  constructor(init: RequestQueueInit) {
    this.#init = init;
  }

  get first(): unknown {
    return this.#first;
  }

  /** Whether no message follows, or the call is over. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Why the stream is over, where it did not end. */
  get failure(): CallError | undefined {
    return this.#failure;
  }

  /** Whether as many messages wait as may. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#init.most;
  }

  /**
   * Resolves with true when there is room for a message, and with false when the stream is over first. A
   * second one that waits is refused, since messages come in order.
   */
  async untilRoom(): Promise<boolean> {
    const { mostBytes = Number.POSITIVE_INFINITY } = this.#init;
    const isLarge = this.#waitingBytes >= mostBytes;
    if ((this.isFull || isLarge) && !this.#isEnded) {
      if (this.#whenTaken !== undefined) {
        const text = "a message of this stream waits already; send the next one when it is acknowledged";
        throw new CallError("RESOURCE_EXHAUSTED", text, { retryAfterMs: 1000 });
      }
      await new Promise<void>((resolve) => {
        this.#whenTaken = resolve;
      });
      this.#whenTaken = undefined;
    }
    return !this.#isEnded;
  }

  /** Waits for the first message, for protocols in which it names the tenant. */
  async begin({ bodyMs }: Limits): Promise<this> {
    if (this.#first !== undefined || this.#isEnded) return this;
    const came = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await settledWithin(came, bodyMs);
    this.#wake = undefined;
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#first !== undefined || this.isEnded) return this;
    throw new CallError("DEADLINE_EXCEEDED", `no message came within ${bodyMs} ms`, { http: 408 });
  }

  /** Counts waiting and new messages as their caller's. Throws RESOURCE_EXHAUSTED without room for it. */
  claim(owner: string | undefined): void {
    const { room } = this.#init;
    const size = this.#waitingBytes;
    room.add(-size, this.#owner);
    const isTooMuch = size > 0 && !room.fits(size, owner);
    room.add(size, isTooMuch ? this.#owner : owner);
    if (isTooMuch) throw crowded();
    this.#owner = owner;
  }

  /** Throws RESOURCE_EXHAUSTED if there is no room, in all or for the caller. */
  push(message: unknown): void {
    if (this.#isEnded) return;
    const { room } = this.#init;
    const size = measure(message);
    if (!room.fits(size, this.#owner)) throw crowded();
    room.add(size, this.#owner);
    this.#first ??= message;
    this.#waiting.push({ message, size });
    this.#wake?.();
  }

  /**
   * Adds a message that `read` decodes. One that is not of its type ends the stream with INVALID_ARGUMENT,
   * which is `failure` then.
   */
  receive(read: () => unknown): void {
    try {
      this.push(read());
    } catch (error) {
      this.fail(
        isDecodeError(error) ? invalidRequest(error.issues, error) : toCallError(error, () => undefined),
      );
    }
  }

  /** No message follows. */
  end(): void {
    this.#isEnded = true;
    this.#wake?.();
    this.#whenTaken?.();
  }

  /** The call is over: what waits is dropped, and a handler that still reads gets the error. */
  fail(reason: CallError): void {
    this.#failure ??= reason;
    this.#init.room.add(-this.#waitingBytes, this.#owner);
    this.#waiting.length = 0;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    if (this.#isRead) throw new TypeError("a client's stream of messages can be read once");
    this.#isRead = true;
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        this.#init.room.add(-next.size, this.#owner);
        this.#whenTaken?.();
        this.#init.onTaken?.();
        yield next.message;
        continue;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  get #waitingBytes(): number {
    return this.#waiting.reduce((sum, { size }) => sum + size, 0);
  }
}

function crowded(): CallError {
  const text = "too many messages wait for their streams to take them";
  return new CallError("RESOURCE_EXHAUSTED", text, { http: 503, retryAfterMs: 1000 });
}

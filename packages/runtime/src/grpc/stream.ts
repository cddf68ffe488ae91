import type { ServerDuplexStream, ServerReadableStream, ServerWritableStream } from "@grpc/grpc-js";
import { startTimer } from "../core/time.ts";
import type { Limits } from "../host/limits.ts";
import type { RequestMessages } from "../host/request-queue.ts";
import { CallError, isCallError } from "../service/call-error.ts";
import type { GrpcCall } from "./incoming.ts";

/** Where a server writes its answers. */
export type AnswerStream = ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;

/** Where a server reads the messages of a client. */
export type RequestSource = ServerReadableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>;

/** Most bytes that wait for a client before the next event is asked for. */
const maximumWaiting = 65_536;

/** Writes messages, and says when the client has room for more. */
export class MessageWriter {
  readonly #call: AnswerStream;
  #waiting = 0;
  #wake: (() => void) | undefined;

  constructor(call: AnswerStream) {
    this.#call = call;
    call.once("cancelled", () => this.#wake?.());
  }

  /** Writes a message; the promise, when there is one, resolves when the client has taken it, or has gone. */
  write(message: Uint8Array): Promise<void> | undefined {
    this.#waiting += message.length;
    let isWritten = false;
    let resolve: (() => void) | undefined;
    const hasRoom = this.#call.write(toBuffer(message), () => {
      this.#waiting -= message.length;
      isWritten = true;
      resolve?.();
    });
    if ((hasRoom && this.#waiting < maximumWaiting) || isWritten || this.#call.cancelled) return undefined;
    return new Promise<void>((done) => {
      resolve = done;
      this.#wake = done;
    });
  }
}

/** The same bytes as the kind of array that grpc-js takes. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The messages of a client, decoded one by one as the handler asks for them. One that cannot be read
 * ends the iteration with a CallError, which is then the end of the call whatever the handler does.
 */
export class RequestStream implements RequestMessages {
  readonly #source: RequestSource;
  readonly #incoming: GrpcCall;
  readonly #decode: (message: Buffer) => unknown;
  #failure: CallError | undefined;
  #messages: AsyncIterator<unknown> | undefined;
  #first: IteratorResult<unknown> | undefined;

  constructor(source: RequestSource, incoming: GrpcCall, decode: (message: Buffer) => unknown) {
    this.#source = source;
    this.#incoming = incoming;
    this.#decode = decode;
  }

  /** What was wrong with a message. */
  get failure(): CallError | undefined {
    return this.#failure;
  }

  get first(): unknown {
    return this.#first?.value as unknown;
  }

  /** Reads the first message, for protocols in which it names the tenant. */
  async begin({ bodyMs }: Limits): Promise<this> {
    const messages = this.#decoded();
    this.#messages = messages;
    const late = new CallError("DEADLINE_EXCEEDED", `no message came within ${bodyMs} ms`, { http: 408 });
    this.#first = await new Promise((resolve, reject) => {
      const stopTimer = startTimer(bodyMs, () => reject(late));
      messages.next().then(resolve, reject).finally(stopTimer);
    });
    return this;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    if (this.#first !== undefined && this.#first.done !== true) yield this.#first.value;
    const messages = this.#messages ?? this.#decoded();
    for (let next = await messages.next(); next.done !== true; next = await messages.next()) yield next.value;
  }

  async *#decoded(): AsyncGenerator<unknown, void, undefined> {
    // A handler that has read enough still answers on the same stream.
    const messages = this.#source.iterator({ destroyOnReturn: false });
    try {
      for await (const message of messages) yield this.#read(message as Buffer);
    } catch (error) {
      if (isCallError(error) || !this.#incoming.gone) throw error;
      throw new CallError("CANCELLED", "the client has gone", { cause: error });
    }
    // A stream that is cut off ends like a whole one, and only then is said to be cancelled.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#incoming.gone) throw new CallError("CANCELLED", "the client has gone");
  }

  #read(message: Buffer): unknown {
    try {
      return this.#decode(message);
    } catch (error) {
      if (isCallError(error)) this.#failure = error;
      throw error;
    }
  }
}

import { isObject } from "../core/object.ts";
import { onAbort } from "../core/on-abort.ts";
import type { CallOptions } from "./call-context.ts";
import { clientError, isCallError } from "./call-error.ts";
import { valueAt } from "./field-path.ts";
import type { DuplexCarrier, DuplexInit, StreamsOverHttp } from "./method.ts";
import { streamEndHeader, streamHeader } from "./stream-headers.ts";

/**
 * Carries a call with a stream of its client over HTTP: its first message opens the stream of events, and
 * each further one is a separate call, sent when the one before is acknowledged. An error of one fails the
 * whole call.
 */
async function* callDuplex(
  carrier: DuplexCarrier,
  init: DuplexInit,
): AsyncGenerator<unknown, void, undefined> {
  const duplex = new Duplex(carrier, init);
  try {
    yield* duplex.events();
  } catch (error) {
    throw duplex.failure ?? error;
  } finally {
    duplex.close();
  }
}

/** The answer of a method that has one. */
async function callClientStream(carrier: DuplexCarrier, init: DuplexInit): Promise<unknown> {
  for await (const answer of callDuplex(carrier, init)) return answer;
  throw clientError("INTERNAL", `${init.method.name}: the stream ended without an answer`);
}

/**
 * What carries the calls of methods to which clients send a stream; tables of services without such methods
 * do without it.
 */
export const streamsOverHttp: StreamsOverHttp = { client: callClientStream, bidi: callDuplex };

class Duplex {
  /** Why the call failed, where it was a further message. */
  failure: unknown;
  readonly #carrier: DuplexCarrier;
  readonly #init: DuplexInit;
  readonly #messages: AsyncIterator<unknown>;
  readonly #over = new AbortController();
  readonly #stopListening: (() => void) | undefined;
  /** The identifier of the stream, or of its task; rejects when the call is over. */
  readonly #name: Promise<string>;
  #setName: (name: string) => void = () => undefined;

  constructor(carrier: DuplexCarrier, init: DuplexInit) {
    const { signal } = init.options;
    this.#carrier = carrier;
    this.#init = init;
    this.#messages = init.requests[Symbol.asyncIterator]();
    this.#stopListening = signal && onAbort(signal, () => this.#over.abort(signal.reason));
    this.#name = this.#untilOver(
      new Promise((resolve) => {
        this.#setName = resolve;
      }),
    );
    this.#name.catch(() => undefined);
  }

  async *events(): AsyncGenerator<unknown, void, undefined> {
    const { method, options } = this.#init;
    const first = await this.#untilOver(this.#messages.next());
    let isSending = first.done === true;
    const startSending = (stream?: string): void => {
      if (!isSending) void this.#send(stream);
      isSending = true;
    };
    const opening: CallOptions = {
      ...options,
      ...(first.done === true && { headers: { ...options.headers, [streamEndHeader]: "true" } }),
      signal: this.#over.signal,
      onHeaders: (headers) => {
        options.onHeaders?.(headers);
        const stream = headers[streamHeader];
        if (stream !== undefined) startSending(stream);
      },
    };
    const events = this.#carrier.open(first.done === true ? undefined : first.value, opening);
    for await (const event of events) {
      startSending();
      const task = method.uplink?.response.map((path) => valueAt(event, path.split(".")));
      const id = task?.find((value) => typeof value === "string" && value !== "");
      if (typeof id === "string") this.#setName(id);
      yield event;
    }
  }

  close(): void {
    this.#stopListening?.();
    this.#over.abort();
    try {
      this.#messages.return?.().then(undefined, () => undefined);
    } catch {
      // It was asked to stop; what it throws then has no one to go to.
    }
  }

  /** Sends the further messages. Never rejects. */
  async #send(stream: string | undefined): Promise<void> {
    const { method, options } = this.#init;
    const { extensions = [] } = options;
    const plain: CallOptions = { extensions, signal: this.#over.signal };
    const headers = { ...options.headers, ...(stream !== undefined && { [streamHeader]: stream }) };
    try {
      for (;;) {
        const next = await this.#untilOver(this.#messages.next());
        if (next.done === true) {
          await this.#end(stream, { ...plain, headers: { ...headers, [streamEndHeader]: "true" } });
          return;
        }
        let message = next.value;
        if (method.uplink !== undefined) {
          message = nameTask(message, method.uplink.request, await this.#name);
        } else if (stream === undefined) {
          throw clientError("UNIMPLEMENTED", `${method.name}: the server takes one message only over HTTP`);
        }
        await this.#carrier.send(message, { ...plain, headers });
      }
    } catch (cause) {
      if (this.#over.signal.aborted) return;
      this.failure = isCallError(cause)
        ? cause
        : clientError("CANCELLED", "the stream of requests failed", { cause });
      this.#over.abort();
    }
  }

  /** A stream whose messages name their task may be with another process, which cannot be told. */
  async #end(stream: string | undefined, options: CallOptions): Promise<void> {
    if (stream === undefined) return;
    try {
      await this.#carrier.send(undefined, options);
    } catch (error) {
      if (this.#init.method.uplink === undefined) throw error;
    }
  }

  #untilOver<T>(value: Promise<T>): Promise<T> {
    const { signal } = this.#over;
    return new Promise((resolve, reject) => {
      const stop = onAbort(signal, () =>
        reject(clientError("CANCELLED", "the caller ended the call", { cause: signal.reason })),
      );
      value.then(resolve, reject).finally(stop);
    });
  }
}

/** A message that names its task in the fields that have a place for it, unless it names one. */
function nameTask(message: unknown, fields: readonly string[], id: string): unknown {
  return fields.reduce((named, field) => withName(named, field.split("."), id), message);
}

function withName(value: unknown, [first = "", ...rest]: readonly string[], id: string): unknown {
  if (!isObject(value)) return value;
  const held = value[first];
  if (rest.length > 0) return held === undefined ? value : { ...value, [first]: withName(held, rest, id) };
  return held === undefined || held === "" ? { ...value, [first]: id } : value;
}

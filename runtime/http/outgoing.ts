import type { CallOptions } from "../service/call-context.ts";
import { CallError } from "../service/call-error.ts";
import type { Protocol } from "../service/protocol.ts";
import type { SseEvent } from "../sse/sse-event.ts";
import { SseParser } from "../sse/sse-parser.ts";

/** What the HTTP transports of all bindings take. */
export interface HttpTransportOptions {
  /** Where the interface is, from the agent card: `https://agent.example.com/a2a`. */
  readonly url: string;
  /** Called instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Sent with every call, or made for each one: credentials, traces. */
  readonly headers?: Headers | (() => Headers | Promise<Headers>);
  /** Bytes of an answer and characters of an event that are read. Default: 50 MiB. */
  readonly maximumBytes?: number;
  /** Told of everything in an answer that is not as the protocol says but can be read. */
  readonly onWarning?: (warning: {
    readonly method: string;
    readonly path: string;
    readonly message: string;
  }) => void;
}

type Headers = Readonly<Record<string, string>>;

const defaultMaximumBytes = 50 * 1024 * 1024;

/** A request that is to be sent. */
export interface OutgoingRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string;
}

/** The answer whose body has not been read; `finish` must be called when it has been, or is not wanted. */
export interface PendingAnswer {
  readonly response: Response;
  /** The whole body; rejects with a CallError. */
  text(): Promise<string>;
  /** The events of the body; throws a CallError. Ending the loop ends the request. */
  events(): AsyncGenerator<SseEvent, void, undefined>;
  finish(): void;
}

/** Sends a request; rejects with a CallError: UNAVAILABLE, DEADLINE_EXCEEDED or CANCELLED. */
export async function sendRequest(
  request: OutgoingRequest,
  { transport, call, protocol }: { transport: HttpTransportOptions; call: CallOptions; protocol: Protocol },
): Promise<PendingAnswer> {
  const abort = createAbort(call);
  const maximumBytes = transport.maximumBytes ?? defaultMaximumBytes;
  try {
    abort.check();
    const own =
      typeof transport.headers === "function" ? await transport.headers() : (transport.headers ?? {});
    const send = transport.fetch ?? fetch;
    const response = await send(request.url, {
      method: request.verb,
      headers: { ...own, ...parameterHeaders(call, protocol), ...call.headers, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "error",
      signal: abort.signal,
    });
    call.onHeaders?.(Object.fromEntries(response.headers));
    return {
      response,
      text: () => readText(response, { maximumBytes, abort, request }),
      events: () => readEvents(response, { maximumBytes, abort, request }),
      finish: () => {
        abort.finish();
        // A body that nobody reads would hold its connection.
        response.body?.cancel().catch(() => undefined);
      },
    };
  } catch (error) {
    abort.finish();
    throw abort.explain(error, request);
  }
}

/** The protocol's own headers: version and extensions. */
export function parameterHeaders({ extensions = [] }: CallOptions, protocol: Protocol): Headers {
  const { version, versionParameter, extensionsParameter } = protocol;
  return {
    ...(version === undefined || versionParameter === undefined ? {} : { [versionParameter.name]: version }),
    ...(extensions.length === 0 || extensionsParameter === undefined
      ? {}
      : { [extensionsParameter.name]: extensions.join(",") }),
  };
}

interface ReadInit {
  readonly maximumBytes: number;
  readonly abort: Abort;
  readonly request: OutgoingRequest;
}

async function readText(response: Response, { maximumBytes, abort, request }: ReadInit): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  try {
    for await (const chunk of chunksOf(response)) {
      length += chunk.length;
      if (length > maximumBytes) throw tooLong(request, maximumBytes);
      parts.push(decoder.decode(chunk, { stream: true }));
    }
    parts.push(decoder.decode());
    return parts.join("");
  } catch (error) {
    throw abort.explain(error, request);
  } finally {
    abort.finish();
  }
}

async function* readEvents(
  response: Response,
  { maximumBytes, abort, request }: ReadInit,
): AsyncGenerator<SseEvent, void, undefined> {
  const decoder = new TextDecoder();
  let events: SseEvent[] = [];
  const parser = new SseParser({
    maximumCharacters: maximumBytes,
    onEvent: (event) => events.push(event),
  });
  try {
    for await (const chunk of chunksOf(response)) {
      // Bytes have come: what the caller does from here on may take its time.
      abort.stopClock();
      parser.push(decoder.decode(chunk, { stream: true }));
      const ready = events;
      events = [];
      yield* ready;
    }
  } catch (error) {
    throw error instanceof RangeError ? tooLong(request, maximumBytes) : abort.explain(error, request);
  } finally {
    abort.finish();
    abort.cancel();
  }
}

/** A reader instead of `for await` over the body, which Safari does not have. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  let done = false;
  try {
    for (;;) {
      const next = await reader.read();
      done = next.done;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    if (!done) reader.cancel().catch(() => undefined);
  }
}

function tooLong({ url }: OutgoingRequest, maximumBytes: number): CallError {
  return new CallError("RESOURCE_EXHAUSTED", `${url}: the answer is longer than ${maximumBytes} bytes`);
}

/** Puts the signal of a caller and its time limit together. */
interface Abort {
  readonly signal: AbortSignal;
  /** Throws when the caller's signal was aborted before anything was sent. */
  check(): void;
  /** The error for what a request threw. */
  explain(error: unknown, request: OutgoingRequest): CallError;
  stopClock(): void;
  finish(): void;
  /** Ends the request. */
  cancel(): void;
}

function createAbort({ signal, timeoutMs }: CallOptions): Abort {
  const controller = new AbortController();
  let expired = false;
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          expired = true;
          controller.abort();
        }, timeoutMs);
  const cancelled = (cause: unknown): CallError =>
    new CallError("CANCELLED", "the caller ended the call", { cause });
  return {
    signal: controller.signal,
    check() {
      if (signal?.aborted === true) throw cancelled(signal.reason);
    },
    explain(error, { url }) {
      if (error instanceof CallError) return error;
      if (expired) return new CallError("DEADLINE_EXCEEDED", `${url}: no answer within ${timeoutMs} ms`);
      if (signal?.aborted === true) return cancelled(signal.reason);
      const { message, cause } =
        error instanceof Error ? error : { message: String(error), cause: undefined };
      const why = cause instanceof Error && cause.message !== "" ? `${message}: ${cause.message}` : message;
      return new CallError("UNAVAILABLE", `${url}: ${why}`, { cause: error });
    },
    stopClock: () => clearTimeout(timer),
    finish() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
    cancel: () => controller.abort(),
  };
}

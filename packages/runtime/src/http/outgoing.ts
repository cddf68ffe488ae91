import { onAbort } from "../core/on-abort.ts";
import type { AnswerWarning } from "../service/answer-warning.ts";
import type { CallOptions } from "../service/call-context.ts";
import { type CallError, clientError } from "../service/call-error.ts";
import { parameterHeaders } from "../service/parameter-headers.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { show } from "../service/service-parameters.ts";
import { type CallAbort, createCallAbort } from "./call-abort.ts";
import type { SseEvent } from "./sse-event.ts";
import { SseParser } from "./sse-parser.ts";

/** Options of the transports over HTTP. */
export interface HttpTransportOptions {
  /** Where the interface is, from the agent card: `https://agent.example.com/a2a`. */
  readonly url: string;
  /** Called instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Sent with every call, or made for each one: credentials, traces. */
  readonly headers?: HeaderMap | (() => HeaderMap | Promise<HeaderMap>);
  /** Bytes of an answer and characters of an event that are read. Default: 50 MiB. */
  readonly maximumBytes?: number;
  /** Called for each deviation of an answer from the protocol that can still be read. */
  readonly onWarning?: (warning: AnswerWarning) => void;
}

type HeaderMap = Readonly<Record<string, string>>;

const defaultMaximumBytes = 50 * 1024 * 1024;

/** A request that is to be sent. */
export interface OutgoingRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: HeaderMap;
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

/**
 * Sends a request; rejects with a CallError: UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, or
 * INVALID_ARGUMENT for a header that cannot be sent. Redirects are not followed: credentials and
 * bodies are for the address that the agent card names.
 */
export async function sendRequest(
  request: OutgoingRequest,
  {
    transport,
    call,
    protocol,
  }: {
    transport: HttpTransportOptions;
    call: CallOptions;
    /** Undefined for a request that names no version. */
    protocol: ClientProtocol | undefined;
  },
): Promise<PendingAnswer> {
  const abort = createCallAbort(call);
  try {
    abort.check();
    const { headers = {} } = transport;
    const own = typeof headers === "function" ? await abort.race(headers()) : headers;
    const response = await (transport.fetch ?? fetch)(request.url, {
      method: request.verb,
      headers: mergeHeaders([
        own,
        protocol === undefined ? {} : parameterHeaders(call, protocol),
        call.headers ?? {},
        request.headers,
      ]),
      ...(request.body !== undefined && { body: request.body }),
      // Not every runtime has "error".
      redirect: "manual",
      signal: abort.signal,
    });
    if (isRedirect(response)) {
      response.body?.cancel().catch(() => undefined);
      throw redirected(request, response);
    }
    call.onHeaders?.(Object.fromEntries(response.headers));
    const init = { maximumBytes: transport.maximumBytes ?? defaultMaximumBytes, abort, request };
    return {
      response,
      text: () => readText(response, init),
      events: () => readEvents(response, init),
      finish: () => {
        abort.finish();
        // An unread body would hold its connection.
        response.body?.cancel().catch(() => undefined);
      },
    };
  } catch (error) {
    abort.finish();
    const explained = abort.explain(error, request);
    // An unread answer may have begun.
    abort.cancel();
    throw explained;
  }
}

/** Names are in lower case afterwards, so that a later one replaces an earlier one in any spelling. */
function mergeHeaders(maps: readonly HeaderMap[]): HeaderMap {
  const merged = new Map<string, string>();
  for (const [name, value] of maps.flatMap(Object.entries<string>)) {
    merged.set(name.toLowerCase(), isPlain(name, value) ? value : checkHeader(name, value));
  }
  // Of thousands of headers servers drop the last ones, which are not to be the protocol's.
  return Object.fromEntries([...merged].toReversed());
}

/** What goes into a header as it is. */
function isPlain(name: string, value: unknown): boolean {
  return /^[\w-]+$/.test(name) && typeof value === "string" && /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(value);
}

/** The value as `fetch` would send it. */
function checkHeader(name: string, value: string): string {
  try {
    return new Headers([[name, value]]).get(name) ?? "";
  } catch (cause) {
    throw clientError("INVALID_ARGUMENT", `the header ${show(name)} cannot be sent`, { cause });
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a response is a redirect; browsers hide its target. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || redirects.has(status);
}

function redirected({ url }: OutgoingRequest, { headers }: Response): CallError {
  const location = headers.get("location");
  const where = location === null ? "" : ` to ${show(location)}`;
  return clientError("UNAVAILABLE", `${url}: redirects${where}, which is not followed`);
}

interface ReadInit {
  readonly maximumBytes: number;
  readonly abort: CallAbort;
  readonly request: OutgoingRequest;
}

async function readText(response: Response, { maximumBytes, abort, request }: ReadInit): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let length = 0;
  try {
    for await (const chunk of chunksOf(response, abort.signal)) {
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
  // The parser takes a byte order mark away itself, and only one.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let events: SseEvent[] = [];
  const parser = new SseParser({
    maximumCharacters: maximumBytes,
    onEvent: (event) => events.push(event),
  });
  try {
    for await (const chunk of chunksOf(response, abort.signal)) {
      parser.push(decoder.decode(chunk, { stream: true }));
      if (events.length === 0) continue;
      // What the caller does from here on may take its time.
      abort.stopClock();
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
async function* chunksOf(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  let done = false;
  // A `fetch` that a caller brings may leave the body alone when the signal fires.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  const stopListening = onAbort(signal, stop);
  try {
    for (;;) {
      const next = await reader.read();
      signal.throwIfAborted();
      done = next.done;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stopListening();
    if (!done) stop();
  }
}

function tooLong({ url }: OutgoingRequest, maximumBytes: number): CallError {
  return clientError("RESOURCE_EXHAUSTED", `${url}: the answer is longer than ${maximumBytes} bytes`);
}

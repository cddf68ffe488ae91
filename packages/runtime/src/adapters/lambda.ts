import { onAbort } from "../core/on-abort.ts";
import type { HttpHandler } from "../http/http-message.ts";
import { type FetchOptions, toFetchHandler } from "./fetch.ts";

/** What a function URL of AWS Lambda hands on: the payload format 2.0. */
export interface LambdaEvent {
  readonly rawPath: string;
  readonly rawQueryString?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly requestContext: { readonly domainName?: string; readonly http: { readonly method: string } };
}

/** The part of Lambda's response stream, a Writable of Node, that is used. */
export interface LambdaStream {
  write(chunk: Uint8Array | string): boolean;
  end(): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
}

/** What the runtime of Lambda has as `awslambda`. */
export interface LambdaRuntime {
  streamifyResponse(run: LambdaHandler): LambdaHandler;
  readonly HttpResponseStream: { from(stream: LambdaStream, metadata: LambdaMetadata): LambdaStream };
}

export interface LambdaMetadata {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** A handler whose response is streamed. */
export type LambdaHandler = (event: LambdaEvent, stream: LambdaStream, context?: unknown) => Promise<void>;

export interface LambdaOptions extends FetchOptions {
  /**
   * Awaited before an invocation ends, after which Lambda stops the process until the next one: what
   * `background` of `createAgent` was given.
   */
  readonly after?: () => Promise<unknown>;
  /** Default: the global `awslambda`. */
  readonly runtime?: LambdaRuntime;
}

/**
 * Serves a handler from AWS Lambda behind a function URL with the invoke mode RESPONSE_STREAM:
 * `export const handler = toLambda(createHttpHandler(host))`.
 *
 * Throws an Error outside of Lambda's own runtime for Node, which is the one that streams.
 */
export function toLambda(
  handler: HttpHandler,
  { after, runtime = findRuntime(), ...options }: LambdaOptions = {},
): LambdaHandler {
  const answer = toFetchHandler(handler, options);
  return runtime.streamifyResponse(async (event, stream) => {
    const gone = new AbortController();
    stream.once("close", () => gone.abort());
    try {
      const response = await answer(toRequest(event, gone.signal));
      const { status: statusCode, headers } = response;
      const metadata = {
        statusCode,
        headers: Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie")),
        cookies: headers.getSetCookie(),
      };
      await send(response, runtime.HttpResponseStream.from(stream, metadata), gone.signal);
    } finally {
      // Work goes on whatever became of the answer; an answer that broke off fails the invocation.
      await after?.();
    }
  });
}

function findRuntime(): LambdaRuntime {
  const { awslambda } = globalThis as { readonly awslambda?: LambdaRuntime };
  if (awslambda !== undefined) return awslambda;
  throw new Error(
    "toLambda: expected the global awslambda of Lambda's runtime for Node, found none: elsewhere serve the handler with toNodeListener or toFetchHandler",
  );
}

function toRequest(
  { rawPath, rawQueryString = "", headers, cookies = [], body, isBase64Encoded, requestContext }: LambdaEvent,
  signal: AbortSignal,
): Request {
  const { domainName = "localhost", http } = requestContext;
  const query = rawQueryString === "" ? "" : `?${rawQueryString}`;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) given.set(name, value);
  if (cookies.length > 0) given.set("cookie", cookies.join("; "));
  const bytes = body === undefined ? null : isBase64Encoded === true ? toBytes(body) : body;
  const init = { method: http.method, headers: given, body: bytes, signal };
  return new Request(`https://${domainName}${rawPath}${query}`, init);
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The status and the headers go out with the first piece, which may be empty. */
async function send({ body }: Response, stream: LambdaStream, gone: AbortSignal): Promise<void> {
  stream.write("");
  if (body !== null) {
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    // The read that waits ends with it.
    const stopListening = onAbort(gone, () => void reader.cancel().catch(() => undefined));
    try {
      for (let next = await reader.read(); !next.done && !gone.aborted; next = await reader.read()) {
        if (!stream.write(next.value) && !gone.aborted) await drained(stream);
      }
    } finally {
      stopListening();
    }
  }
  stream.end();
}

function drained(stream: LambdaStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("drain", resolve);
    stream.once("close", resolve);
  });
}

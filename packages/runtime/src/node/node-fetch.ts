import type { IncomingMessage } from "node:http";
import { onAbort } from "../core/on-abort.ts";
import { type RouteOptions, Routes } from "./routes.ts";

/**
 * A `fetch` for `connect` in Node: through the proxy of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, and with
 * a client certificate. It follows no redirect and asks for no compression, as the bindings want it.
 */
export function createNodeFetch(options: RouteOptions = {}): typeof fetch {
  const routes = new Routes(options);
  return async (input, init) => {
    const request = await readRequest(input, init);
    try {
      return toResponse(await send(routes, request));
    } catch (cause) {
      if (request.signal?.aborted === true) throw request.signal.reason;
      throw new TypeError("fetch failed", { cause });
    }
  };
}

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

async function readRequest(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<SentRequest> {
  const { method = "GET", headers = {}, body, signal } = init;
  const isText = body === undefined || typeof body === "string";
  if (typeof input === "string" && isText && Object.getPrototypeOf(headers) === Object.prototype) {
    return {
      url: input,
      method,
      headers: headers as Readonly<Record<string, string>>,
      body,
      signal: signal ?? undefined,
    };
  }
  const request = new Request(input, init);
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  };
}

function send(routes: Routes, { url, method, headers, body, signal }: SentRequest): Promise<IncomingMessage> {
  signal?.throwIfAborted();
  const route = routes.find(new URL(url));
  return new Promise((resolve, reject) => {
    const sent = route.send({
      ...route.options,
      method,
      headers: {
        ...route.options.headers,
        ...headers,
        ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      },
    });
    const stop = signal && onAbort(signal, () => sent.destroy(new Error("the request was aborted")));
    sent.on("response", resolve);
    sent.on("error", reject);
    // After the last byte of the answer, or when there will be none.
    sent.on("close", () => stop?.());
    sent.end(body);
  });
}

const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 200, statusMessage = "", rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  if (withoutBody.has(status)) {
    message.resume();
    return new Response(null, { status, statusText: statusMessage, headers });
  }
  return new Response(toBody(message), { status, statusText: statusMessage, headers });
}

/** The body as it comes; the sender waits while nobody reads. */
function toBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void): void => {
        if (isOpen) how();
        isOpen = false;
      };
      message.on("data", (chunk: Buffer) => {
        if (!isOpen) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.on("end", () => end(() => controller.close()));
      message.on("error", (error) => end(() => controller.error(error)));
    },
    pull: () => void message.resume(),
    cancel() {
      isOpen = false;
      message.destroy();
    },
  });
}

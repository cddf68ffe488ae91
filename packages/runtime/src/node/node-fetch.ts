import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { type RouteOptions, Routes } from "./routes.ts";

/**
 * A `fetch` for `connect` in Node: through the proxy of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, and with
 * a client certificate. It follows no redirect and asks for no compression, as the bindings want it.
 */
export function createNodeFetch(options: RouteOptions = {}): typeof fetch {
  const routes = new Routes(options);
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    try {
      return toResponse(await send(routes, request, body));
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason;
      throw new TypeError("fetch failed", { cause });
    }
  };
}

function send(routes: Routes, request: Request, body: Buffer | undefined): Promise<IncomingMessage> {
  const route = routes.find(new URL(request.url));
  return new Promise((resolve, reject) => {
    const sent = route.send({
      ...route.options,
      method: request.method,
      headers: {
        ...route.options.headers,
        ...Object.fromEntries(request.headers),
        ...(body !== undefined && { "content-length": String(body.length) }),
      },
      signal: request.signal,
    });
    sent.on("response", resolve);
    sent.on("error", reject);
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
  const stream = Readable.toWeb(message) as ReadableStream<Uint8Array>;
  return new Response(stream, { status, statusText: statusMessage, headers });
}

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { LambdaEvent, LambdaHandler, LambdaMetadata, LambdaRuntime } from "@a2agen/runtime/adapters";

const metadataOf = new WeakMap<object, LambdaMetadata>();

/** Stands for the runtime of AWS Lambda: as there, the head of a response goes out with the first write. */
export const lambdaRuntime: LambdaRuntime = {
  streamifyResponse: (run) => run,
  HttpResponseStream: {
    from(stream, metadata) {
      metadataOf.set(stream, metadata);
      return stream;
    },
  },
};

/** Stands for a function URL: hands requests on as events, and streams the responses. */
export function functionUrl(run: LambdaHandler, ended: (error?: unknown) => void): RequestListener {
  return (request, response) => {
    answer(run, request, response).then(
      () => ended(),
      (error: unknown) => {
        ended(error);
        response.destroy();
      },
    );
  };
}

async function answer(run: LambdaHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const stream = new PassThrough({ highWaterMark: 1024 });
  response.on("close", () => stream.destroy());
  stream.once("readable", () => {
    const { statusCode, headers, cookies } = metadataOf.get(stream) ?? {
      statusCode: 500,
      headers: {},
      cookies: [],
    };
    response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { "set-cookie": [...cookies] }) });
    response.flushHeaders();
  });
  const running = run(await toEvent(request), stream);
  // A client that leaves ends the response, and not the invocation.
  await Promise.all([running, pipeline(stream, response).catch(() => undefined)]);
}

async function toEvent(request: IncomingMessage): Promise<LambdaEvent> {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const { cookie, ...headers } = request.headers;
  const body = await buffer(request);
  return {
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(cookie !== undefined && { cookies: cookie.split("; ") }),
    ...(body.length > 0 && { body: body.toString("base64"), isBase64Encoded: true }),
    requestContext: { domainName: "abc.lambda-url.example.com", http: { method: request.method ?? "GET" } },
  };
}

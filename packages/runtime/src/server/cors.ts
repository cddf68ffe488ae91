import type { HttpHandler, HttpRequest, HttpResponse } from "../http/http-message.ts";
import type { Protocol } from "../service/protocol.ts";

/** Which pages of browsers may call (Fetch standard, CORS). */
export interface CorsOptions {
  /** Names the headers by which calls say version and extensions: `host.protocol`. */
  readonly protocol: Protocol;
  /**
   * Origins whose pages may call, "https://app.example.com", or "*" for every one. A call with cookies
   * is refused by browsers unless `credentials` is set and the origins are listed. Default: "*".
   */
  readonly origins?: "*" | readonly string[];
  /** Whether pages may send cookies. Default: false. */
  readonly credentials?: boolean;
  /** Request headers that pages may send beside those of the protocol. */
  readonly headers?: readonly string[];
  /** Seconds for which a browser may keep the answer to its question. Default: 7200. */
  readonly maxAgeSeconds?: number;
}

/**
 * Lets pages of other origins call a handler (the CORS protocol of the Fetch standard). Requests that
 * the handler does not take are left alone.
 */
export function withCors(handler: HttpHandler, options: CorsOptions): HttpHandler {
  const { protocol, origins = "*", credentials = false, headers = [], maxAgeSeconds = 7200 } = options;
  if (credentials && origins === "*") {
    throw new TypeError('origins: list the origins; browsers take no cookies from "*"');
  }
  const preflight = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": [...requestHeaders(protocol), ...headers].join(", "),
    "access-control-max-age": String(maxAgeSeconds),
  };
  const exposed = { "access-control-expose-headers": responseHeaders(protocol).join(", ") };
  const allowed = (origin: string): string | undefined => {
    if (origins === "*") return "*";
    return origins.includes(origin) ? origin : undefined;
  };
  return async (request) => {
    const response = await handler(request);
    if (response === undefined) return undefined;
    // An answer that depends on the origin must not be kept for another one.
    const varied = origins === "*" ? response : withVary(response);
    const origin = request.header("origin");
    const granted = origin === undefined ? undefined : allowed(origin);
    if (granted === undefined) return varied;
    const cors = {
      "access-control-allow-origin": granted,
      ...(credentials ? { "access-control-allow-credentials": "true" } : {}),
    };
    if (!isPreflight(request)) return { ...varied, headers: { ...varied.headers, ...exposed, ...cors } };
    return { status: 204, headers: { ...varied.headers, ...preflight, ...cors } };
  };
}

function isPreflight(request: HttpRequest): boolean {
  return request.method === "OPTIONS" && request.header("access-control-request-method") !== undefined;
}

function withVary(response: HttpResponse): HttpResponse {
  const before = response.headers["vary"];
  const vary = before === undefined ? "origin" : `${before}, origin`;
  return { ...response, headers: { ...response.headers, vary } };
}

function requestHeaders(protocol: Protocol): readonly string[] {
  return [
    "Content-Type",
    "Accept",
    "Authorization",
    "If-None-Match",
    "Last-Event-ID",
    "Stream-ID",
    "Stream-End",
    ...parameterHeaders(protocol),
  ];
}

function responseHeaders(protocol: Protocol): readonly string[] {
  return ["ETag", "WWW-Authenticate", "Retry-After", "Allow", "Stream-ID", ...parameterHeaders(protocol)];
}

function parameterHeaders({ versionParameter, extensionsParameter }: Protocol): readonly string[] {
  return [versionParameter, extensionsParameter].flatMap((parameter) =>
    parameter === undefined ? [] : [parameter.name, ...parameter.aliases, ...(parameter.newerNames ?? [])],
  );
}

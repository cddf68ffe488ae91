import { toHex } from "../core/hex.ts";
import type { HttpRequest, HttpResponse } from "../http/http-message.ts";

/** A document that clients read by GET and keep. */
export interface CachedDocument {
  readonly text: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Since when it is served, of one that does not change. */
  readonly lastModified?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const allow = "GET, HEAD, OPTIONS";

/**
 * Answers a request for a document, with an entity tag by which clients ask for changes only; or with what
 * `make` returns instead of the document.
 */
export async function answerDocument(
  request: HttpRequest,
  allowOrigin: string | false,
  make: () => CachedDocument | Promise<CachedDocument | HttpResponse>,
): Promise<HttpResponse> {
  const expose = (names: string): Readonly<Record<string, string>> =>
    allowOrigin === false
      ? {}
      : { "access-control-allow-origin": allowOrigin, "access-control-expose-headers": names };
  if (request.method === "OPTIONS")
    return { status: 204, headers: { allow, ...expose("ETag"), ...preflight(request, allowOrigin) } };
  if (request.method !== "GET" && request.method !== "HEAD")
    return { status: 405, headers: { allow, ...expose("ETag") } };
  const made = await make();
  if ("status" in made) return { ...made, headers: { ...made.headers, ...expose("WWW-Authenticate") } };
  const { text, contentType, cacheControl, lastModified, headers } = made;
  const etag = await createEtag(text);
  const cache = {
    etag,
    ...(lastModified === undefined ? {} : { "last-modified": lastModified }),
    "cache-control": cacheControl,
    ...headers,
    ...expose("ETag"),
  };
  return isUnchanged(request, etag, lastModified)
    ? { status: 304, headers: cache }
    : { status: 200, headers: { "content-type": contentType, ...cache }, body: text };
}

/** The headers for a preflight request: browsers send one before If-None-Match. */
function preflight(request: HttpRequest, allowOrigin: string | false): Readonly<Record<string, string>> {
  if (allowOrigin === false || request.header("access-control-request-method") === undefined) return {};
  const headers = request.header("access-control-request-headers");
  return {
    "access-control-allow-methods": allow,
    ...(headers === undefined ? {} : { "access-control-allow-headers": headers }),
    "access-control-max-age": "86400",
  };
}

/** A strong entity tag of a text: the beginning of its SHA-256, by WebCrypto, which is everywhere. */
async function createEtag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `"${toHex(new Uint8Array(digest).subarray(0, 16))}"`;
}

/** Whether the client has it already. If-Modified-Since counts without If-None-Match (RFC 9110 13.1.3). */
function isUnchanged(request: HttpRequest, etag: string, lastModified: string | undefined): boolean {
  const tags = request.header("if-none-match");
  if (tags !== undefined) return matchesEtag(tags, etag);
  const since = request.header("if-modified-since");
  return since !== undefined && lastModified !== undefined && Date.parse(since) >= Date.parse(lastModified);
}

/**
 * Whether a value of If-None-Match has the tag: a list, a star, weak ones compared as RFC 9110 13.1.2 says.
 */
function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  // A tag may have commas.
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

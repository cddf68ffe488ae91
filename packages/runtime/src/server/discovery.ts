import { toHex } from "../core/hex.ts";
import { cardCodec, cardText } from "../host/card-text.ts";
import type { Host } from "../host/host.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http/http-message.ts";
import { pathFor } from "../http/mount.ts";

/** Under which paths the card is served, and how long it is cached (A2A 8.2 and 8.6). */
export interface DiscoveryOptions {
  /** The path before the well-known one, "/agents/one". Default: none. */
  readonly prefix?: string;
  /** Further paths of the card, those of older clients, say; below the prefix as well. */
  readonly paths?: readonly string[];
  /** Value of Cache-Control (A2A 1.0 8.6). Default: "public, max-age=3600". */
  readonly cacheControl?: string;
  /**
   * Value of Access-Control-Allow-Origin, or false for no such header. Default: "*": the card is public
   * and the same for everybody, and a client in a browser has to read it before it knows anything else
   * of the agent.
   */
  readonly allowOrigin?: string | false;
  /**
   * Served instead of the host's card, as the JSON of this very object, unknown fields included: the card
   * of several versions, or a signed one. Throws a DecodeError when it is not a card of the host's protocol.
   */
  readonly card?: object;
  /** Called for every request for the card, with its path below the prefix. */
  readonly onPath?: (path: string) => void;
}

const allow = "GET, HEAD, OPTIONS";

/**
 * Serves the public agent card of a host at the protocol's well-known path (A2A 8), with an entity tag
 * by which clients ask for changes only. Without a card every request is left to others.
 */
export function createDiscoveryHandler(host: Host, options: DiscoveryOptions = {}): HttpHandler {
  const text = options.card === undefined ? cardText(host) : textOf(options.card, host);
  const path = host.protocol.card?.wellKnownPath;
  if (text === undefined || path === undefined) return () => undefined;
  const { prefix = "", paths = [], cacheControl = "public, max-age=3600", allowOrigin = "*" } = options;
  const base = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  const served = [path, ...paths].map((below) => ({ path: base + below, below }));
  const answers = { text, cacheControl, allowOrigin, lastModified: new Date().toUTCString() };
  let tagged: Promise<string> | undefined;
  return (request) => {
    const below = served.find((each) => pathFor(request, each.path) === each.path)?.below;
    if (below === undefined) return undefined;
    options.onPath?.(below);
    tagged ??= createEtag(text);
    return tagged.then((etag) => answer(request, { ...answers, etag }));
  };
}

function textOf(card: object, host: Host): string {
  cardCodec(host)?.copy(card);
  return JSON.stringify(card);
}

interface AnswerInit {
  readonly text: string;
  readonly etag: string;
  /** When the handler was made: a card does not change while it is served. */
  readonly lastModified: string;
  readonly cacheControl: string;
  readonly allowOrigin: string | false;
}

function answer(request: HttpRequest, init: AnswerInit): HttpResponse {
  const { text, etag, lastModified, cacheControl, allowOrigin } = init;
  const cors =
    allowOrigin === false
      ? {}
      : { "access-control-allow-origin": allowOrigin, "access-control-expose-headers": "ETag" };
  const cache = { etag, "last-modified": lastModified, "cache-control": cacheControl, ...cors };
  switch (request.method) {
    case "GET":
    case "HEAD":
      return isUnchanged(request, init)
        ? { status: 304, headers: cache }
        : { status: 200, headers: { "content-type": "application/json", ...cache }, body: text };
    case "OPTIONS":
      return { status: 204, headers: { allow, ...cors, ...preflight(request, allowOrigin) } };
  }
  return { status: 405, headers: { allow, ...cors } };
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

/** Whether the client's card is current. If-Modified-Since counts without If-None-Match (RFC 9110 13.1.3). */
function isUnchanged(request: HttpRequest, { etag, lastModified }: AnswerInit): boolean {
  const tags = request.header("if-none-match");
  if (tags !== undefined) return matchesEtag(tags, etag);
  const since = request.header("if-modified-since");
  return since !== undefined && Date.parse(since) >= Date.parse(lastModified);
}

/**
 * Whether a value of If-None-Match has the tag: a list, a star, weak ones compared as RFC 9110 13.1.2 says.
 */
function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  // A tag may have commas.
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

import { defined } from "../core/object.ts";
import { cardCodec, cardText } from "../host/card-text.ts";
import type { Host } from "../host/host.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http/http-message.ts";
import { HttpCall } from "../http/incoming.ts";
import { pathFor } from "../http/mount.ts";
import { bindingName } from "../rest/binding-name.ts";
import type { Principal, Security } from "../service/security.ts";
import { answerError } from "./answer-error.ts";
import { answerDocument, type CachedDocument } from "./cached-document.ts";

/** Under which paths the card is served, to whom, and how long it is cached (A2A 8.2 and 8.6). */
export interface DiscoveryOptions {
  /** The path before the well-known one, "/agents/one". Default: none. */
  readonly prefix?: string;
  /** Further paths of the card, those of older clients, say; below the prefix as well. */
  readonly paths?: readonly string[];
  /**
   * Value of Cache-Control (A2A 1.0 8.6). Default: "public, max-age=3600"; "private, no-cache" for a card
   * that is not the same for everybody, where it has to be private or no-store.
   */
  readonly cacheControl?: string;
  /**
   * Value of Access-Control-Allow-Origin, or false for no such header. Default: "*": a client in a browser
   * has to read the card before it knows anything else of the agent.
   */
  readonly allowOrigin?: string | false;
  /**
   * Served instead of the host's card, as the JSON of this very object, unknown fields included: the card
   * of several versions, or a signed one. Throws a DecodeError when it is not a card of the host's protocol.
   * A function makes that of a caller: it gets a copy of the card, in each version that has one of its own.
   */
  readonly card?: object | CardForCaller;
  /**
   * "callers": only callers that `authenticate` knows get the card, others 401 with the challenges of calls,
   * and there is no front page. It is asked with the path of the card as the name of the method.
   * Default: "public".
   */
  readonly access?: "public" | "callers";
  /** URL of the AI Catalog that lists the agent, for a header `Link`. Default: none. */
  readonly catalog?: string;
  /** Called for every request for the card, with its path below the prefix. */
  readonly onPath?: (path: string) => void;
}

/** Makes the card of a caller; undefined is the one who is not known. */
export type CardForCaller = (principal: Principal | undefined, card: object) => object | Promise<object>;

/**
 * Serves the public agent card of a host at the protocol's well-known path (A2A 8), with an entity tag
 * by which clients ask for changes only. Without a card every request is left to others.
 */
export function createDiscoveryHandler(host: Host, options: DiscoveryOptions = {}): HttpHandler {
  return serveCard(host, undefined, options);
}

/** The same with another card than that of the host, which the option `card` may replace. */
export function serveCard(host: Host, shared: object | undefined, options: DiscoveryOptions): HttpHandler {
  const { card: own = shared, prefix = "", paths = [], allowOrigin = "*" } = options;
  const given = typeof own === "function" ? shared : own;
  const text = given === undefined ? cardText(host) : textOf(given, host);
  const path = host.protocol.card?.wellKnownPath;
  if (text === undefined || path === undefined) return () => undefined;
  const base = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  const served = [path, ...paths].map((below) => ({ path: base + below, below }));
  const make = isPublic(options) ? publicCard(text, options) : cardForCaller(text, { host, path, options });
  return (request) => {
    const below = served.find((each) => pathFor(request, each.path) === each.path)?.below;
    if (below === undefined) return undefined;
    options.onPath?.(below);
    return answerDocument(request, allowOrigin, () => make(request));
  };
}

/** Whether everybody gets the same card. */
export function isPublic({ access, card }: DiscoveryOptions): boolean {
  return access !== "callers" && typeof card !== "function";
}

function textOf(card: object, host: Host): string {
  cardCodec(host)?.copy(card);
  return JSON.stringify(card);
}

function publicCard(
  text: string,
  { cacheControl = "public, max-age=3600", catalog }: DiscoveryOptions,
): () => CachedDocument {
  const lastModified = new Date().toUTCString();
  const document = {
    text,
    contentType: "application/json",
    cacheControl,
    lastModified,
    headers: linkTo(catalog),
  };
  return () => document;
}

interface CallerInit {
  readonly host: Host;
  /** What `authenticate` is told as the name of the method. */
  readonly path: string;
  readonly options: DiscoveryOptions;
}

function cardForCaller(
  text: string,
  { host, path, options }: CallerInit,
): (request: HttpRequest) => Promise<CachedDocument | HttpResponse> {
  const { cacheControl = "private, no-cache", access, card, catalog } = options;
  const isRequired = access === "callers";
  if (isRequired && !host.identifies)
    throw new TypeError('discovery: access "callers" needs the hook authenticate of the host, found none');
  if (!/\b(?:private|no-store)\b/i.test(cacheControl))
    throw new TypeError(`discovery: expected a cacheControl with private or no-store, found ${cacheControl}`);
  const vary = varyBy(host.security);
  return async (request) => {
    try {
      const call = new HttpCall(bindingName, request);
      const principal = await host.identify(call, { name: path, isRequired });
      const made =
        typeof card === "function"
          ? textOf(await (card as CardForCaller)(principal, JSON.parse(text) as object), host)
          : text;
      return {
        text: made,
        contentType: "application/json",
        cacheControl,
        headers: { vary, ...linkTo(catalog) },
      };
    } catch (error) {
      const answer = answerError(
        host.toCallError(error, { name: path }, { binding: bindingName }),
        host,
        request,
      );
      return { ...answer, headers: { ...answer.headers, "cache-control": "no-store", vary } };
    }
  };
}

function linkTo(catalog: string | undefined): Readonly<Record<string, string>> {
  return defined({ link: catalog === undefined ? undefined : `<${catalog}>; rel="ai-catalog"` });
}

/** The headers by which callers show who they are. */
function varyBy({ schemes }: Security): string {
  const keys = Object.values(schemes).flatMap(({ apiKeySecurityScheme: key }) => {
    if (key === undefined || key.location === "query") return [];
    return key.location === "cookie" ? "cookie" : key.name.toLowerCase();
  });
  return [...new Set(["authorization", ...keys])].join(", ");
}

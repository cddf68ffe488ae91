import { catalogPath, mediaTypes, specVersion } from "../catalog/catalog.ts";
import { defined, isObject, own } from "../core/object.ts";
import { parseUrl } from "../core/url.ts";
import type { Host } from "../host/host.ts";
import type { HttpHandler } from "../http/http-message.ts";
import { isBelow, pathFor } from "../http/mount.ts";
import { requestBelow } from "../http/mounted-request.ts";
import { interfacesOf } from "../service/card.ts";
import type { HostFamily } from "../versions/host-family.ts";
import { answerDocument } from "./cached-document.ts";
import { isPublic } from "./discovery.ts";
import { createHealthHandler } from "./health.ts";
import { createHttpHandler, type HttpHandlerOptions } from "./http-handler.ts";

/** An agent of several, and how it is served. */
export interface CatalogAgent extends HttpHandlerOptions {
  readonly host: Host | HostFamily;
  /** Default: "urn:air:PUBLISHER:agents:PATH". */
  readonly identifier?: string;
  readonly tags?: readonly string[];
}

export interface CatalogOptions {
  /** Who publishes the agents, a domain. Default: the host of the first card's first interface over HTTP. */
  readonly publisher?: string;
  /** The name of the publisher, for people. Default: the domain. */
  readonly displayName?: string;
  /** Value of Cache-Control of the catalog. Default: "public, max-age=3600". */
  readonly cacheControl?: string;
  /** Value of Access-Control-Allow-Origin of the catalog, or false for no such header. Default: "*". */
  readonly allowOrigin?: string | false;
}

/**
 * Serves several agents, each below its path, `{ "/geography": host }`, and an AI Catalog that lists them at
 * /.well-known/ai-catalog.json. The cards' interfaces have to be below these paths, as clients call them.
 * An agent whose card is not public is listed without its name and description.
 *
 * Requests elsewhere are left to others, but for those of health.
 */
export function createCatalogHandler(
  agents: Readonly<Record<string, Host | HostFamily | CatalogAgent>>,
  options: CatalogOptions = {},
): HttpHandler {
  const places = Object.entries(agents).map(([path, agent]) => placeAgent(path, agent));
  const [first] = places;
  if (first === undefined) throw new TypeError("agents: expected at least one, found none");
  const { publisher = new URL(first.base).hostname, cacheControl = "public, max-age=3600" } = options;
  const { displayName = publisher, allowOrigin = "*" } = options;
  const text = JSON.stringify({
    specVersion,
    host: { displayName },
    entries: places.map((place) => entryOf(place, publisher)),
  });
  const document = {
    text,
    contentType: mediaTypes.catalog,
    cacheControl,
    lastModified: new Date().toUTCString(),
  };
  const served = places
    .map(({ mount, agent: { host, discovery = true, ...http }, base }) => {
      const catalog = `${base}${catalogPath}`;
      const cards = discovery === true ? { catalog } : discovery && { catalog, ...discovery };
      return { mount, handle: createHttpHandler(host, { health: false, ...http, discovery: cards }) };
    })
    .sort((one, other) => other.mount.length - one.mount.length);
  const answerHealth = createHealthHandler(
    places.flatMap(({ agent: { host } }) => ("hosts" in host ? host.hosts : [host])),
  );
  return (request) => {
    if (pathFor(request, catalogPath) === catalogPath) {
      return answerDocument(request, allowOrigin, () => document);
    }
    for (const { mount, handle } of served) {
      const below = requestBelow(request, mount);
      if (below !== undefined) return handle(below);
    }
    return answerHealth(request);
  };
}

interface Place {
  readonly mount: string;
  readonly agent: CatalogAgent;
  readonly card: object;
  /** The URL of what stands before the mount, without a slash at its end. */
  readonly base: string;
  readonly wellKnownPath: string;
}

/** Throws a TypeError for an agent whose card leads elsewhere. */
function placeAgent(path: string, given: Host | HostFamily | CatalogAgent): Place {
  const mount = path.replace(/\/+$/, "");
  const where = `agents[${JSON.stringify(path)}]`;
  if (!/^(?:\/[^/?#]+)+$/.test(mount)) throw new TypeError(`${where}: expected a path such as "/geography"`);
  const agent = "host" in given ? given : { host: given };
  const { host } = agent;
  const { card } = host;
  const { protocol } = "hosts" in host ? host.hosts[0] : host;
  const { card: rules } = protocol;
  if (card === undefined || rules?.wellKnownPath === undefined) {
    throw new TypeError(`${where}: expected a host with a card, found none`);
  }
  const urls = interfacesOf(card, rules).flatMap(({ url }) => parseUrl(url) ?? []);
  for (const { origin, pathname } of urls) {
    const at = `${pathname}/`.indexOf(`${mount}/`);
    if (at < 0 || !isBelow(pathname.slice(at), mount)) continue;
    return {
      mount,
      agent,
      card,
      base: `${origin}${pathname.slice(0, at)}`,
      wellKnownPath: rules.wellKnownPath,
    };
  }
  const found = urls.map(({ href }) => href).join(", ") || "none";
  throw new TypeError(`${where}: expected an interface of its card below ${mount}, found ${found}`);
}

function entryOf({ mount, agent, card, base, wellKnownPath }: Place, publisher: string): object {
  const { discovery = true, tags } = agent;
  const options = typeof discovery === "object" ? discovery : {};
  const { identifier = `urn:air:${publisher}:agents:${mount.slice(1).replaceAll("/", "-")}` } = agent;
  const shown = typeof options.card === "object" ? options.card : card;
  const text = (name: string): unknown =>
    isPublic(options) && isObject(shown) ? (own(shown, name) ?? undefined) : undefined;
  return defined({
    identifier,
    type: mediaTypes.agent,
    displayName: text("name"),
    description: text("description"),
    version: text("version"),
    url: `${base}${mount}${options.prefix ?? ""}${wellKnownPath}`,
    tags,
  });
}

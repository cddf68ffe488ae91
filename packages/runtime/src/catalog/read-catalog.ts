import { ConnectError } from "../client/contract/connect-error.ts";
import type { CardHeaders } from "../client/contract/connect-options.ts";
import { isObject, own } from "../core/object.ts";
import { trimEndOf } from "../core/trim-end.ts";
import { parseUrl } from "../core/url.ts";
import { locateHttp } from "../service/binding-factory.ts";
import { type Catalog, catalogPath } from "./catalog.ts";
import { CatalogReader, type Fetching, fetchCatalog, objectionTo } from "./catalog-reader.ts";

export interface ReadCatalogOptions {
  /** Called instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Sent with requests for catalogs, to the origin of the first one only. */
  readonly headers?: CardHeaders;
  /** Allows secrets in headers over unencrypted connections to other hosts. Default: false. */
  readonly insecure?: boolean;
  /** Bytes of a catalog that are read. Default: 1 MiB. */
  readonly maximumBytes?: number;
  /** Milliseconds for everything. Default: 30 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads an AI Catalog of any form so far: a document, its URL, or the URL of a host, which has it where it
 * says in a header `Link`, or else at the well-known path below. Catalogs in it are read as well: four deep,
 * 20 by their URLs, 1,000 entries at most, by the rules of `connect` for interfaces (no private networks,
 * nothing less encrypted). What is wrong inside of it is passed over and listed in `problems`.
 *
 * Rejects with a ConnectError when there is no catalog, and with a CallError when a server cannot be asked or
 * refuses.
 */
export async function readCatalog(
  source: string | URL | object,
  options: ReadCatalogOptions = {},
): Promise<Catalog> {
  const { timeoutMs = 30_000, signal } = options;
  const clock = AbortSignal.timeout(timeoutMs);
  const fetching: Fetching = {
    fetch: options.fetch,
    headers: options.headers,
    insecure: options.insecure ?? false,
    maximumBytes: options.maximumBytes ?? 1024 * 1024,
    timeoutMs,
    signal: signal === undefined ? clock : AbortSignal.any([signal, clock]),
  };
  const { url, value } =
    typeof source === "string" || source instanceof URL
      ? await findCatalog(String(source), fetching)
      : { url: undefined, value: source };
  const reader = new CatalogReader(fetching);
  await reader.read({ value, from: url, prefix: "", urls: url === undefined ? [] : [url], depth: 1 });
  const host = isObject(value) ? own(value, "host") : undefined;
  const name = isObject(host) ? own(host, "displayName") : undefined;
  return {
    url,
    publisher: typeof name === "string" ? name : undefined,
    entries: reader.entries,
    problems: reader.problems,
  };
}

/** Whether a document is meant as a catalog. */
export function isCatalog(value: unknown): boolean {
  return isObject(value) && Array.isArray(own(value, "entries")) && own(value, "specVersion") !== undefined;
}

async function findCatalog(
  text: string,
  fetching: Fetching,
): Promise<{ readonly url: string; readonly value: unknown }> {
  const given = parseUrl(text);
  if (given === undefined || locateHttp(text) === undefined) {
    throw new TypeError("catalog: expected an http or https URL without user and password");
  }
  given.hash = "";
  const tried: string[] = [];
  const wellKnown = new URL(given);
  wellKnown.pathname = `${trimEndOf(given.pathname, "/")}${catalogPath}`;
  const candidates = given.pathname.endsWith(".json") ? [given.href] : [given.href, wellKnown.href];
  for (const url of candidates) {
    const found = await fetchCatalog(url, fetching);
    if (found.kind === "json" && (isCatalog(found.value) || candidates.length === 1)) {
      return { url, value: found.value };
    }
    tried.push(`${url}: ${found.kind === "json" ? "the answer is no AI Catalog" : found.why}`);
    const linked = linkIn(found.link, url);
    if (linked !== undefined && !candidates.includes(linked.href)) {
      if (objectionTo(linked, given) === undefined)
        candidates.splice(candidates.indexOf(url) + 1, 0, linked.href);
    }
  }
  throw new ConnectError("catalog-not-found", `no AI Catalog found: ${tried.join("; ")}`);
}

/** The target of `Link: <...>; rel="ai-catalog"`. */
function linkIn(header: string | undefined, base: string): URL | undefined {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*"?(?:[^";]*\s)?ai-catalog(?:[\s";,]|$)/i.test(parameters)) continue;
    const url = parseUrl(target, base);
    if (url !== undefined && locateHttp(url.href) !== undefined) return url;
  }
  return undefined;
}

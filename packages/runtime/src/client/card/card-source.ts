import { defined, isObject } from "../../core/object.ts";
import { trimEndOf } from "../../core/trim-end.ts";
import { type Endpoint, locateHttp } from "../../service/binding-factory.ts";
import { valueAt } from "../../service/field-path.ts";
import type { CardRules, ClientProtocol } from "../../service/protocol.ts";
import type { SpokenVersion } from "../../versions/spoken-version.ts";
import { type CatalogEntry, checkEntry, isCatalogEntry } from "../contract/catalog-entry.ts";
import type { ClientConnectOptions } from "../contract/connect-options.ts";
import type { Repeat } from "../contract/retry-options.ts";
import { fetchCard } from "./fetch-card.ts";

export const defaultCardBytes = 1024 * 1024;
export const defaultCardMs = 30_000;

/** A card as it was sent or given, not checked. */
export interface SourceCard {
  readonly value: unknown;
  /** Where it comes from, for errors. */
  readonly where: string;
  /** Undefined when the caller had it. */
  readonly endpoint: Endpoint | undefined;
}

export interface CardSourceInit {
  /** The protocol of the service that is connected. */
  readonly protocol: ClientProtocol;
  /** Their cards can be under any of their paths. */
  readonly versions: readonly SpokenVersion[];
  /** The card, its URL, or that of the agent, or an entry of a catalog. */
  readonly card: unknown;
  readonly options: Omit<ClientConnectOptions<never>, "cardCodec">;
  readonly signal: AbortSignal;
  /** How a request that fails is made again; undefined for not at all. */
  readonly repeat: Repeat | undefined;
}

/** Where the card of a connection comes from. */
export class CardSource {
  readonly #init: CardSourceInit;
  readonly #urls: readonly string[] | undefined;
  readonly #entry: CatalogEntry | undefined;

  /**
   * Throws a TypeError for a URL that cannot be used, and a ConnectError for an entry of a catalog that may
   * not lead there.
   */
  constructor(init: CardSourceInit) {
    this.#init = init;
    const { card, versions } = init;
    const rules = versions.map((version) => version.rules);
    this.#entry = isCatalogEntry(card) ? card : undefined;
    const url = this.#entry === undefined ? card : this.#entry.url;
    this.#urls = typeof url === "string" || url instanceof URL ? cardUrls(url, rules) : undefined;
    const [first] = this.#urls ?? [];
    if (this.#entry === undefined || first === undefined || this.#entry.url === undefined) return;
    this.#entry[checkEntry](init.options);
    // An agent's URL may stand for that of its card.
    if (first !== this.#entry.url) this.#urls = [this.#entry.url, ...(this.#urls ?? [])];
  }

  /**
   * Fetches the card and lets the caller verify it, who may give back another one; a card that the caller
   * had is not fetched.
   */
  async read(): Promise<SourceCard> {
    const { protocol, options, card, signal, repeat } = this.#init;
    const entry = this.#entry;
    if (this.#urls === undefined) {
      const own = entry === undefined ? card : entry.data;
      const verified = await options.verifyCard?.(own);
      const from = entry?.from;
      return {
        value: verified ?? own,
        where: entry === undefined ? "card" : `${from ?? "catalog"}: ${entry.path}.data`,
        // What came from elsewhere is not the caller's own.
        endpoint: from === undefined ? undefined : locateHttp(from),
      };
    }
    const { url, value } = await fetchCard(this.#urls, {
      protocol,
      fetch: options.fetch,
      headers: options.cardHeaders,
      insecure: options.insecure ?? false,
      maximumBytes: options.maximumCardBytes ?? defaultCardBytes,
      timeoutMs: options.timeoutMs ?? defaultCardMs,
      signal,
      ...defined({ repeat, isCard: entry && ((value: unknown) => isCard(value, this.#init.versions)) }),
    });
    const verified = await options.verifyCard?.(value);
    return { value: verified ?? value, where: url, endpoint: locateHttp(url) };
  }
}

/** Whether a document says where an agent is, in one of the versions. */
function isCard(value: unknown, versions: readonly SpokenVersion[]): boolean {
  return (
    isObject(value) &&
    versions.some(({ rules: { interfaces = [], olderInterfaces } }) =>
      [interfaces, olderInterfaces?.url ?? []].some(
        (path) => path.length > 0 && valueAt(value, path) !== undefined,
      ),
    )
  );
}

/**
 * The possible URLs of a card: the URL itself if its path ends in ".json", otherwise the well-known paths
 * below it, the current ones of every version before the older ones. Throws a TypeError unless it is an
 * http or https URL without a password.
 */
function cardUrls(url: string | URL, rules: readonly CardRules[]): readonly string[] {
  const text = String(url);
  if (locateHttp(text) === undefined) {
    throw new TypeError(
      "card: expected an absolute http or https URL without user and password, found another text",
    );
  }
  const own = new URL(text);
  own.hash = "";
  if (own.pathname.endsWith(".json")) return [own.href];
  const base = trimEndOf(own.pathname, "/");
  const paths = new Set([
    ...rules.flatMap(({ wellKnownPath }) => wellKnownPath ?? []),
    ...rules.flatMap(({ olderPaths = [] }) => olderPaths),
  ]);
  return [...paths].map((path) => {
    const candidate = new URL(own);
    candidate.pathname = `${base}${path}`;
    return candidate.href;
  });
}

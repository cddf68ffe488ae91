import { defined } from "../../core/object.ts";
import { trimEndOf } from "../../core/trim-end.ts";
import { type Endpoint, locateHttp } from "../../service/binding-factory.ts";
import type { CardRules, ClientProtocol } from "../../service/protocol.ts";
import type { SpokenVersion } from "../../versions/spoken-version.ts";
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
  /** The card, its URL, or that of the agent. */
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

  /** Throws a TypeError for a URL that cannot be used. */
  constructor(init: CardSourceInit) {
    this.#init = init;
    const { card, versions } = init;
    const rules = versions.map((version) => version.rules);
    this.#urls = typeof card === "string" || card instanceof URL ? cardUrls(card, rules) : undefined;
  }

  /**
   * Fetches the card and lets the caller verify it, who may give back another one; a card that the caller
   * had is not fetched.
   */
  async read(): Promise<SourceCard> {
    const { protocol, options, card, signal, repeat } = this.#init;
    if (this.#urls === undefined) {
      const verified = await options.verifyCard?.(card);
      return { value: verified ?? card, where: "card", endpoint: undefined };
    }
    const { url, value } = await fetchCard(this.#urls, {
      protocol,
      fetch: options.fetch,
      headers: options.cardHeaders,
      insecure: options.insecure ?? false,
      maximumBytes: options.maximumCardBytes ?? defaultCardBytes,
      timeoutMs: options.timeoutMs ?? defaultCardMs,
      signal,
      ...defined({ repeat }),
    });
    const verified = await options.verifyCard?.(value);
    return { value: verified ?? value, where: url, endpoint: locateHttp(url) };
  }
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

import { type Endpoint, locateHttp } from "../service/binding-factory.ts";
import type { Protocol } from "../service/protocol.ts";
import type { SpokenVersion } from "../versions/spoken-version.ts";
import { cardUrls } from "./card-urls.ts";
import type { ConnectOptions } from "./connect-options.ts";
import { fetchCard } from "./fetch-card.ts";

const defaultCardBytes = 1024 * 1024;
const defaultCardMs = 30_000;

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
  readonly protocol: Protocol;
  /** Their cards can be under any of their paths. */
  readonly versions: readonly SpokenVersion[];
  /** The card, its URL, or that of the agent. */
  readonly card: unknown;
  readonly options: Omit<ConnectOptions<never>, "cardCodec">;
  readonly signal: AbortSignal;
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
    const { protocol, options, card, signal } = this.#init;
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
    });
    const verified = await options.verifyCard?.(value);
    return { value: verified ?? value, where: url, endpoint: locateHttp(url) };
  }
}

import { type CallError, isCallError } from "../../service/call-error.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import { ConnectError } from "../contract/connect-error.ts";
import type { Repeat } from "../contract/retry-options.ts";
import { type FetchDocumentOptions, type FoundDocument, fetchDocument } from "./fetch-document.ts";

export interface FetchCardOptions extends Omit<FetchDocumentOptions, "document" | "accept" | "protocol"> {
  readonly protocol: ClientProtocol;
  /** Default: every request is made once, for calls that are repeated as a whole. */
  readonly repeat?: Repeat;
  /**
   * Whether a document is a card, for URLs one of which may be an endpoint of the agent: what it answers is
   * passed over. Default: any document is one.
   */
  readonly isCard?: (value: unknown) => boolean;
}

/** A card as it was sent, not checked. */
export interface FetchedCard {
  readonly url: string;
  readonly value: unknown;
}

/**
 * Fetches a card from the first of some URLs that has one. Rejects with a ConnectError when none has,
 * with a CallError when a server cannot be asked or refuses.
 */
export async function fetchCard(urls: readonly string[], options: FetchCardOptions): Promise<FetchedCard> {
  const { repeat = (limits, once) => once(limits), protocol, isCard } = options;
  const tried: string[] = [];
  let refusal: CallError | undefined;
  const accept = protocol.contentTypes.http.accept.join(", ");
  const look = async (url: string): Promise<FoundDocument> => {
    try {
      return await repeat(options, (limited) =>
        fetchDocument(url, { ...limited, document: "card", accept, protocol }),
      );
    } catch (error) {
      // Endpoints refuse what is no call; a server that cannot be reached is asked for nothing else.
      if (isCard === undefined || !isCallError(error) || error.http >= 499) throw error;
      refusal ??= error;
      return { kind: "none", why: error.message, link: undefined };
    }
  };
  for (const url of urls) {
    const found = await look(url);
    if (found.kind === "json" && isCard?.(found.value) !== false) return { url, value: found.value };
    tried.push(`${url}: ${found.kind === "json" ? "the answer is no agent card" : found.why}`);
  }
  if (refusal !== undefined) throw refusal;
  throw new ConnectError("card-not-found", `no agent card found: ${tried.join("; ")}`);
}

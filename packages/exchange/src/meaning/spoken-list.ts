import type { Codec } from "@a2agen/runtime";
import type { Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { anyJson, readCardExchange, readExchange } from "./read-exchange.ts";
import type { Reader, Spoken } from "./reader.ts";

/** What is spoken at the addresses of interfaces. */
export class SpokenList {
  #spoken: readonly Spoken[] = [];

  /** Tells what is spoken at an address; a later word counts more. */
  speak(spoken: Spoken): void {
    this.#spoken = [spoken, ...this.#spoken.filter((other) => other !== spoken)];
  }

  /** What a request over HTTP, or over gRPC, speaks; undefined for the card and for other addresses. */
  find({ verb, url }: Pick<Request, "verb" | "url">, kind: "http" | "grpc"): Spoken | undefined {
    // The card may be below the address of an interface over HTTP+JSON.
    if (verb === "GET" && /\/\.well-known\/|\.json$/.test(new URL(url).pathname)) return undefined;
    const fitting = this.#spoken.filter(({ binding, url: base }) =>
      kind === "grpc" ? binding === "GRPC" : binding !== "GRPC" && isBelow(url, base),
    );
    // An interface over JSON-RPC has one address; those over HTTP+JSON have paths below theirs.
    return fitting.find((spoken) => (spoken.binding === "JSONRPC") === isAt(url, spoken.url)) ?? fitting[0];
  }
}

/** The reader of a request and what it speaks; what nobody speaks may be the card, in one of the codecs. */
export function readSpoken(
  request: Request,
  spoken: Spoken | undefined,
  cardCodecs: readonly Codec<object>[],
): Reader {
  if (spoken !== undefined) return readExchange(request, spoken);
  return request.verb === "GET" ? readCardExchange(cardCodecs) : anyJson;
}

function isBelow(url: string, base: string): boolean {
  return new URL(url).href.startsWith(new URL(base).href.replace(/\/$/, ""));
}

function isAt(url: string, base: string): boolean {
  const [one, other] = [new URL(url), new URL(base)];
  return one.origin + one.pathname === other.origin + other.pathname;
}

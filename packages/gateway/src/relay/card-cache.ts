import { isObject } from "@a2agen/runtime/internal";
import { type FileTokenCache, fileTokenCache } from "@a2agen/runtime/node";

/** A header between the gateway's own parts, taken off before a request is sent: it is for the card. */
export const cardHeader = "x-a2agen-gateway-card";

/** A card as it came, and what its answer said of it. */
interface KeptCard {
  readonly text: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

const mostBytes = 1024 * 1024;

/** Milliseconds for the answer to a request for a card. */
const answerMs = 30_000;

/** Asks for changes of a card only, and knows how long it holds. */
export class CardCache {
  readonly #cards = new Map<string, KeptCard>();
  readonly #file: FileTokenCache | undefined;
  /** Milliseconds for which the card holds; undefined where its answer does not say. */
  freshMs: number | undefined;
  #standsIn = false;

  constructor(file: string | undefined) {
    this.#file = file === undefined ? undefined : fileTokenCache(file);
  }

  /** Does work with the cards that were kept, while the agent cannot be reached. */
  async standIn<T>(work: () => Promise<T>): Promise<T> {
    this.#standsIn = true;
    try {
      return await work();
    } finally {
      this.#standsIn = false;
    }
  }

  /** A fetch that does so for requests with the header. */
  wrap(send: typeof fetch): typeof fetch {
    return async (input, init = {}) => {
      const { [cardHeader]: isCard, ...headers } = init.headers as Readonly<Record<string, string>>;
      if (isCard === undefined) return send(input, init);
      return this.#fetch(send, input as string, { ...init, headers });
    };
  }

  async #fetch(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
    if (this.#standsIn) {
      const { text } = (await this.#find(url)) ?? {};
      return new Response(text, { status: text === undefined ? 404 : 200 });
    }
    const kept = this.#cards.get(url);
    const signal = AbortSignal.any([...(init.signal ? [init.signal] : []), AbortSignal.timeout(answerMs)]);
    const headers = { ...(init.headers as Readonly<Record<string, string>>), ...conditions(kept) };
    const response = await send(url, { ...init, headers, signal });
    const { status } = response;
    if (status !== 200 && status !== 304) return response;
    this.freshMs = freshness(response.headers);
    if (status === 304) return new Response(kept?.text);
    const text = await readText(response, url);
    const [etag, lastModified] = ["etag", "last-modified"].map((name) => response.headers.get(name));
    const card = { text, ...(etag && { etag }), ...(lastModified && { lastModified }) };
    this.#cards.set(url, card);
    if (text !== kept?.text) await this.#file?.set(url, card);
    return new Response(text, response);
  }

  async #find(url: string): Promise<KeptCard | undefined> {
    const found = this.#cards.get(url) ?? (await this.#file?.get(url));
    return isObject(found) && typeof found["text"] === "string" ? { text: found["text"] } : undefined;
  }
}

function conditions(kept: KeptCard | undefined): Readonly<Record<string, string>> {
  if (kept?.etag !== undefined) return { "if-none-match": kept.etag };
  return kept?.lastModified === undefined ? {} : { "if-modified-since": kept.lastModified };
}

/** Milliseconds by Cache-Control and Age (RFC 9111 5.2.2). */
function freshness(headers: Headers): number | undefined {
  const control = headers.get("cache-control") ?? "";
  if (/\bno-(?:cache|store)\b/i.test(control)) return 0;
  const [, seconds] = /\bmax-age="?(\d{1,9})/i.exec(control) ?? [];
  if (seconds === undefined) return undefined;
  return Math.max(0, Number(seconds) - (Number(headers.get("age")) || 0)) * 1000;
}

async function readText(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // A stream of Node can be iterated; leaving the loop ends the request.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > mostBytes) throw new TypeError(`${url}: the card is longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

import { parseUrl } from "../../core/url.ts";
import { isRedirect, sendRequest } from "../../http/outgoing.ts";
import { locateHttp } from "../../service/binding-factory.ts";
import { clientError } from "../../service/call-error.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import { fromHttpStatus } from "../../service/status.ts";
import { ConnectError } from "../contract/connect-error.ts";
import type { HeaderSource } from "../contract/connect-options.ts";
import type { Repeat } from "../contract/retry-options.ts";
import { findSecret, mergeHeaders } from "../credentials/headers.ts";
import { isSecure } from "../credentials/is-secure.ts";
import { waitWithin } from "../credentials/wait-within.ts";

export interface FetchCardOptions {
  readonly protocol: ClientProtocol;
  readonly fetch: typeof fetch | undefined;
  readonly headers: HeaderSource | undefined;
  readonly insecure: boolean;
  readonly maximumBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Default: every request is made once, for calls that are repeated as a whole. */
  readonly repeat?: Repeat;
}

/** A card as it was sent, not checked. */
export interface FetchedCard {
  readonly url: string;
  readonly value: unknown;
}

/** Statuses of a server that has nothing under a path. */
const absent: ReadonlySet<number> = new Set([404, 405, 410]);

/**
 * Fetches a card from the first of some URLs that has one. Rejects with a ConnectError when none has,
 * with a CallError when a server cannot be asked or refuses.
 */
export async function fetchCard(urls: readonly string[], options: FetchCardOptions): Promise<FetchedCard> {
  const { repeat = (limits, once) => once(limits) } = options;
  const tried: string[] = [];
  for (const url of urls) {
    const found = await repeat(options, (limited) => tryUrl(url, limited));
    if (found.kind === "card") return { url, value: found.value };
    tried.push(`${url}: ${found.why}`);
  }
  throw new ConnectError("card-not-found", `no agent card found: ${tried.join("; ")}`);
}

type Found =
  | { readonly kind: "card"; readonly value: unknown }
  | { readonly kind: "none"; readonly why: string };

async function tryUrl(url: string, options: FetchCardOptions): Promise<Found> {
  const { protocol, signal, timeoutMs, maximumBytes } = options;
  const own = await waitWithin(() => ownHeaders(url, options), options);
  const answer = await sendRequest(
    { verb: "GET", url, headers: { accept: protocol.contentTypes.http.accept.join(", ") } },
    {
      transport: {
        url,
        maximumBytes,
        fetch: followRedirects(options.fetch ?? fetch),
        headers: own,
      },
      call: { signal, timeoutMs },
      protocol,
    },
  );
  const { status, ok } = answer.response;
  if (!ok) {
    answer.finish();
    if (absent.has(status)) return { kind: "none", why: `HTTP status ${status}` };
    throw clientError(fromHttpStatus(status), `${url}: expected an agent card, got HTTP status ${status}`, {
      http: status,
    });
  }
  const text = await answer.text();
  try {
    const value: unknown = JSON.parse(text);
    return { kind: "card", value };
  } catch {
    // Servers of web pages answer under every path.
    return { kind: "none", why: "the answer is no JSON" };
  }
}

async function ownHeaders(
  url: string,
  { headers, insecure }: FetchCardOptions,
): Promise<Readonly<Record<string, string>>> {
  const own = mergeHeaders(typeof headers === "function" ? await headers() : headers);
  const endpoint = locateHttp(url);
  const secret = findSecret(own);
  if (secret === undefined || insecure || (endpoint !== undefined && isSecure(endpoint))) return own;
  throw new ConnectError(
    "insecure",
    `${url}: the header ${secret} would be sent unencrypted; use https, or allow it with insecure: true`,
  );
}

/** Most redirects in a row. */
const maximum = 5;

/**
 * A fetch that follows redirects of GET requests within one origin, since other origins are not trusted.
 * Browsers hide the target of a redirect, and return its response as it is.
 */
function followRedirects(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    // `sendRequest` hands over the text of a URL.
    let url = input as string;
    const { origin } = new URL(url);
    for (let count = 0; count <= maximum; count++) {
      const response = await send(url, { ...init, redirect: "manual" });
      const location = isRedirect(response) ? response.headers.get("location") : null;
      if (location === null) return response;
      response.body?.cancel().catch(() => undefined);
      const next = parseUrl(location, url);
      if (next?.origin !== origin) {
        throw clientError(
          "FAILED_PRECONDITION",
          `${url}: redirects to another origin, ${next?.origin ?? "which is no URL"}; give the URL of the card there if it is trusted`,
        );
      }
      url = next.href;
    }
    throw clientError("FAILED_PRECONDITION", `${url}: more than ${maximum} redirects`);
  };
}

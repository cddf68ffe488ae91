import { parseUrl } from "../../core/url.ts";
import { transportFacts } from "../../http/answer-error.ts";
import { isRedirect, type PendingAnswer, sendRequest } from "../../http/outgoing.ts";
import { locateHttp } from "../../service/binding-factory.ts";
import { type CallError, clientError } from "../../service/call-error.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import { fromHttpStatus } from "../../service/status.ts";
import { ConnectError } from "../contract/connect-error.ts";
import type { CardHeaders, Challenge } from "../contract/connect-options.ts";
import { findSecret, mergeHeaders } from "../credentials/headers.ts";
import { isSecure } from "../credentials/is-secure.ts";
import { parseChallenges } from "../credentials/parse-challenges.ts";
import { waitWithin } from "../credentials/wait-within.ts";

/** What is fetched, and the option that sends credentials along, for errors. */
const documents = {
  card: { expected: "an agent card", option: "cardHeaders" },
  catalog: { expected: "an AI Catalog", option: "headers" },
} as const;

export interface FetchDocumentOptions {
  readonly document: keyof typeof documents;
  readonly accept: string;
  /** Whose version the request names; undefined for a document of none. */
  readonly protocol: ClientProtocol | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly headers: CardHeaders | undefined;
  readonly insecure: boolean;
  readonly maximumBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A document as it was sent, not checked; or why there is none. `link` is the header of the answer. */
export type FoundDocument = { readonly link: string | undefined } & (
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none"; readonly why: string }
);

/** Statuses of a server that has nothing under a path. */
const absent: ReadonlySet<number> = new Set([404, 405, 410]);

/** Fetches a document of JSON; rejects with a CallError when the server cannot be asked or refuses. */
export async function fetchDocument(url: string, options: FetchDocumentOptions): Promise<FoundDocument> {
  const { headers } = options;
  const own = await ownHeaders(url, options);
  let answer = await ask(url, own, options);
  if (answer.response.status === 401 && typeof headers === "function") {
    const other = await ownHeaders(url, options, refusalOf(url, answer, options));
    if (JSON.stringify(other) !== JSON.stringify(own)) {
      answer.finish();
      answer = await ask(url, other, options);
    }
  }
  const { status, ok } = answer.response;
  const link = answer.response.headers.get("link") ?? undefined;
  if (!ok) {
    answer.finish();
    if (absent.has(status)) return { kind: "none", why: `HTTP status ${status}`, link };
    throw refusalOf(url, answer, options);
  }
  const text = await answer.text();
  try {
    const value: unknown = JSON.parse(text);
    return { kind: "json", value, link };
  } catch {
    // Servers of web pages answer under every path.
    return { kind: "none", why: "the answer is no JSON", link };
  }
}

function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  { document, accept, protocol, signal, timeoutMs, maximumBytes, fetch: send = fetch }: FetchDocumentOptions,
): Promise<PendingAnswer> {
  return sendRequest(
    { verb: "GET", url, headers: { accept } },
    {
      transport: { url, maximumBytes, fetch: followRedirects(send, document), headers },
      call: { signal, timeoutMs },
      protocol,
    },
  );
}

/** The error of a server that refuses, with the challenges by which it asks for credentials. */
function refusalOf(url: string, { response }: PendingAnswer, { document }: FetchDocumentOptions): CallError {
  const { status } = response;
  const { expected, option } = documents[document];
  const facts = transportFacts(response);
  const { challenges = [] } = facts;
  const asked = challenges.length === 0 ? "" : `, which asks for ${challenges.join(", ")}`;
  const remedy = status === 401 ? `; give credentials with ${option}` : "";
  const message = `${url}: expected ${expected}, got HTTP status ${status}${asked}${remedy}`;
  return clientError(fromHttpStatus(status), message, { http: status, ...facts });
}

async function ownHeaders(
  url: string,
  options: FetchDocumentOptions,
  refused?: CallError,
): Promise<Readonly<Record<string, string>>> {
  const { headers, insecure } = options;
  const make = async (): Promise<Readonly<Record<string, string>>> =>
    mergeHeaders(typeof headers === "function" ? await headers(refused && challengeIn(refused)) : headers);
  const own = await waitWithin(make, options);
  const endpoint = locateHttp(url);
  const secret = findSecret(own);
  if (secret === undefined || insecure || (endpoint !== undefined && isSecure(endpoint))) return own;
  throw new ConnectError(
    "insecure",
    `${url}: the header ${secret} would be sent unencrypted; use https, or allow it with insecure: true`,
  );
}

function challengeIn({ challenges }: CallError): Challenge {
  return parseChallenges(challenges)[0] ?? { scheme: "", scopes: [], parameters: {} };
}

/** Most redirects in a row. */
const maximum = 5;

/**
 * A fetch that follows redirects of GET requests within one origin, since other origins are not trusted.
 * Browsers hide the target of a redirect, and return its response as it is.
 */
function followRedirects(send: typeof fetch, document: FetchDocumentOptions["document"]): typeof fetch {
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
          `${url}: redirects to another origin, ${next?.origin ?? "which is no URL"}; give the URL of the ${document} there if it is trusted`,
        );
      }
      url = next.href;
    }
    throw clientError("FAILED_PRECONDITION", `${url}: more than ${maximum} redirects`);
  };
}

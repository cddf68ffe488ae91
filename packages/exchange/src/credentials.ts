import { parseUrl } from "@a2agen/runtime/internal";
import type { Header } from "./generated/a2agen/exchange/v1/exchange_types.ts";

/** Headers that carry credentials whatever the agent. */
const secretNames: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
  "x-a2a-notification-token",
  "x-api-key",
]);

/** Words in the name of a header that carries a credential of the agent's own. */
const secretWords = /token|secret|passw|api[-_]?key|credential|session|jwt|signature/;

const blank = "***";

/** Names in lower case that an agent gives to its credentials in its card. */
export type OwnNames = ReadonlySet<string>;

const noNames: OwnNames = new Set();

/** Names of query parameters, and of those behind #, beside the names of headers. */
const secretParameters: ReadonlySet<string> = new Set(["assertion", "code", "key", "sig"]);

/** Headers whose values are URLs. */
const urlHeaders: ReadonlySet<string> = new Set(["content-location", "location", "referer"]);

/** Headers with their credentials blanked; the scheme of an Authorization header stays. */
export function blankHeaders(headers: readonly Header[], own = noNames): Header[] {
  return headers.map(({ name, value = "" }) => {
    if (isSecretHeader(name, own)) return { name, value: blankValue(name, value) };
    return { name, value: urlHeaders.has(name.toLowerCase()) ? blankUrl(value, own) : value };
  });
}

/** Whether a header carries credentials. */
export function isSecretHeader(name: string, own = noNames): boolean {
  const lower = name.toLowerCase();
  return own.has(lower) || secretNames.has(lower) || secretWords.test(lower);
}

function blankValue(name: string, value: string): string {
  const scheme = /authorization$/i.test(name) ? /^[A-Za-z][A-Za-z0-9-]* /.exec(value)?.[0] : undefined;
  return `${scheme ?? ""}${blank}`;
}

/**
 * A URL with the values of query parameters that carry credentials blanked, and without user and password.
 */
export function blankUrl(text: string, own = noNames): string {
  const read = readUrl(text, own);
  if (read === undefined) return text;
  const { url, prefix, names, hashNames, hash } = read;
  if (names.length + hashNames.length === 0 && url.username === "" && url.password === "") return text;
  for (const name of names) url.searchParams.set(name, blank);
  for (const name of hashNames) hash.set(name, blank);
  if (hashNames.length > 0) url.hash = hash.toString();
  url.username = "";
  url.password = "";
  return url.href.slice(prefix);
}

/** The credentials in a URL. */
export function secretsOfUrl(text: string, own = noNames): readonly string[] {
  const read = readUrl(text, own);
  if (read === undefined) return [];
  const { url, names, hashNames, hash } = read;
  return [
    url.password,
    ...names.flatMap((name) => url.searchParams.getAll(name)),
    ...hashNames.flatMap((name) => hash.getAll(name)),
  ].filter((secret) => secret !== "" && secret !== blank);
}

interface ReadUrl {
  readonly url: URL;
  /** Characters of the URL that are not of the text, which is a path. */
  readonly prefix: number;
  readonly names: readonly string[];
  readonly hash: URLSearchParams;
  readonly hashNames: readonly string[];
}

function readUrl(text: string, own: OwnNames): ReadUrl | undefined {
  const base = text.startsWith("/") && !text.startsWith("//") ? "http://path.invalid" : "";
  const url = parseUrl(base + text);
  if (url === undefined) return undefined;
  const hash = new URLSearchParams(url.hash.includes("=") ? url.hash.slice(1) : "");
  const isSecret = (name: string): boolean =>
    isSecretHeader(name, own) || secretParameters.has(name.toLowerCase());
  return {
    url,
    prefix: base.length,
    names: [...url.searchParams.keys()].filter(isSecret),
    hash,
    hashNames: [...hash.keys()].filter(isSecret),
  };
}

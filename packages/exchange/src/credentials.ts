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

/** Headers with their credentials blanked; the scheme of an Authorization header stays. */
export function blankHeaders(headers: readonly Header[], own = noNames): Header[] {
  return headers.map(({ name, value = "" }) => ({
    name,
    value: isSecret(name, own) ? blankValue(value) : value,
  }));
}

function isSecret(name: string, own: OwnNames): boolean {
  const lower = name.toLowerCase();
  return own.has(lower) || secretNames.has(lower) || secretWords.test(lower);
}

function blankValue(value: string): string {
  const scheme = /^[A-Za-z][A-Za-z0-9-]* /.exec(value)?.[0] ?? "";
  return `${scheme}${blank}`;
}

/**
 * A URL with the values of query parameters that carry credentials blanked, and without user and password.
 */
export function blankUrl(text: string, own = noNames): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  const secrets = [...url.searchParams.keys()].filter((name) => isSecret(name, own) || name === "key");
  if (secrets.length === 0 && url.username === "" && url.password === "") return text;
  for (const name of secrets) url.searchParams.set(name, blank);
  url.username = "";
  url.password = "";
  return url.href;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // An address of another form has no query.
    return undefined;
  }
}

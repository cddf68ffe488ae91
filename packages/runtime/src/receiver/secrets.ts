import { toHex } from "../core/hex.ts";
import type { HttpRequest } from "../http/index.ts";
import type { ExpectedWebhook, PresentedSecrets } from "./receiver-options.ts";

/** SHA-256 in hexadecimal digits. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return toHex(new Uint8Array(hash));
}

/** A token of 256 random bits. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** What a request presents; the header of the token is that of the first version that is there. */
export function presentedSecrets(request: HttpRequest, tokenHeaders: readonly string[]): PresentedSecrets {
  const token = tokenHeaders.map((name) => request.header(name)).find((value) => value !== undefined);
  return { token, authorization: request.header("authorization") };
}

/** The token, and the credentials behind the scheme. */
export function secretsIn({ token = "", authorization = "" }: PresentedSecrets): readonly string[] {
  return [token, splitAuthorization(authorization)[1]].filter((secret) => secret !== "");
}

/**
 * Whether a sender presents one of the secrets, and no wrong one. `isKnown` says that the sender was verified
 * otherwise, which suffices where no secret is expected.
 */
export async function matches(
  expected: ExpectedWebhook,
  presented: PresentedSecrets,
  isKnown: boolean,
): Promise<boolean> {
  const pairs = [
    [expected.token, presented.token],
    [normalise(expected.authorization), normalise(presented.authorization)],
  ] as const;
  const wanted = pairs.filter(([secret = ""]) => secret !== "");
  if (wanted.length === 0) return isKnown;
  const shown = wanted.filter(([, found]) => found !== undefined);
  const same = await Promise.all(shown.map(([secret = "", found = ""]) => isSame(secret, found)));
  return same.length > 0 && same.every(Boolean);
}

/** Compares digests, which have one length, in a time that does not depend on them. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(one), digest(other)]);
  let difference = 0;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

/** The scheme in lower case, for its case does not count (RFC 9110 11.1), and one space behind it. */
function normalise(authorization: string | undefined): string | undefined {
  return authorization && splitAuthorization(authorization).join(" ");
}

function splitAuthorization(authorization: string): readonly [scheme: string, credentials: string] {
  const [, scheme = "", credentials = ""] = /^(\S*)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  return [scheme.toLowerCase(), credentials];
}

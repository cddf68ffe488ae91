import { locateHttp } from "../service/binding-factory.ts";
import type { CardRules } from "../service/protocol.ts";

/**
 * Where the card of an agent can be: a URL whose path ends in ".json" is the card's own; otherwise the
 * well-known paths below it: those of today in every version, the newest first, and then the older ones.
 * Throws a TypeError for what is no http or https URL, and for one with a password.
 */
export function cardUrls(url: string | URL, rules: readonly CardRules[]): readonly string[] {
  const text = String(url);
  if (locateHttp(text) === undefined) {
    throw new TypeError(
      "card: expected an absolute http or https URL without user and password, found another text",
    );
  }
  const own = new URL(text);
  own.hash = "";
  if (own.pathname.endsWith(".json")) return [own.href];
  const base = own.pathname.replace(/\/+$/, "");
  const paths = new Set([
    ...rules.map(({ wellKnownPath }) => wellKnownPath),
    ...rules.flatMap(({ olderPaths = [] }) => olderPaths),
  ]);
  return [...paths].map((path) => {
    const candidate = new URL(own);
    candidate.pathname = `${base}${path}`;
    return candidate.href;
  });
}

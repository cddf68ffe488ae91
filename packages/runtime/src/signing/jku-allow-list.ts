import { errorMessage } from "../core/object.ts";
import { readHttpsUrl } from "./https-url.ts";
import { SignatureError } from "./signature-error.ts";

/** Says which URLs may be asked for keys. */
export interface JkuAllowList {
  /** The URL in its normal form; throws SignatureError when no entry of the list allows it. */
  check(jku: string): string;
}

/**
 * Builds an allow list of origins ("https://keys.example.com"), folders ("https://example.com/keys/",
 * which allows everything below) and single URLs ("https://example.com/jwks.json", which allows
 * nothing else, no other query either). Throws a TypeError for an entry that is not an https URL.
 */
export function createJkuAllowList(entries: readonly string[]): JkuAllowList {
  const allowed = entries.map((entry, i) => readHttpsUrl(entry, `allow[${i}]`));
  return {
    check(jku) {
      const url = readJku(jku);
      if (allowed.some((entry) => isAllowed(url, entry))) return url.href;
      throw new SignatureError("jku-refused", `jku: expected a URL of the allow list, got ${url.href}`);
    },
  };
}

function readJku(jku: string): URL {
  let url: URL;
  try {
    url = readHttpsUrl(jku, "jku");
  } catch (cause) {
    throw new SignatureError("jku-refused", errorMessage(cause), {
      cause,
    });
  }
  // Servers that decode a path twice or drop what follows ";" in a segment find a way out of the folder
  // allowed in "..%2f", "%252e%252e/" and "..;/".
  if (/;|%(?:25)*(?:2e|2f|3b|5c)/i.test(url.pathname)) {
    throw new SignatureError(
      "jku-refused",
      `jku: expected a path without ";" and without escaped slashes and dots, got ${url.href}`,
    );
  }
  return url;
}

function isAllowed(url: URL, entry: URL): boolean {
  if (url.origin !== entry.origin) return false;
  if (entry.search === "" && entry.pathname.endsWith("/")) return url.pathname.startsWith(entry.pathname);
  return url.pathname === entry.pathname && url.search === entry.search;
}

/** A strong entity tag of a text: the beginning of its SHA-256, by WebCrypto, which is everywhere. */
export async function createEtag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bytes = [...new Uint8Array(digest).subarray(0, 16)];
  return `"${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

/** Whether a value of If-None-Match has the tag: a list, a star, weak ones compared as RFC 9110 13.1.2 says. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  // A tag may have commas.
  return [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}

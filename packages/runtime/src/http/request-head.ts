/** Path and query of a target that may be a whole URL, as proxies get it. */
export function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const rest = url.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/, "");
  return rest.startsWith("?") || rest === "" ? `/${rest}` : rest;
}

/** The authority of a target that is a whole URL, which counts more than the header Host. */
export function authorityOf(url: string): string | undefined {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(url)?.[1];
}

/**
 * Whether there are several headers Host or Authorization, of which Node takes the first. Names and values
 * come in turn.
 */
export function hasDoubledHeader(rawHeaders: readonly string[]): boolean {
  let seen = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length !== "host".length && name.length !== "authorization".length) continue;
    const lower = name.toLowerCase();
    if (lower !== "host" && lower !== "authorization") continue;
    if (seen.includes(lower)) return true;
    seen += `${lower} `;
  }
  return false;
}

/**
 * The URL that a text is, by itself or against a base; undefined if it is none. Used for URL.canParse, which
 * in Node 20 refuses every URL with letters beyond Latin-1 as soon as V8 has optimised its caller, and for
 * URL.parse, which only newer runtimes have.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    // Not a URL is an answer here.
    return undefined;
  }
}

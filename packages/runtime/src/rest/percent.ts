/** Decodes a text once; undefined when it is not the encoding of UTF-8. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Encodes all but the unreserved characters of RFC 3986; undefined for half a surrogate pair. */
export function encodePercent(text: string): string | undefined {
  if (/^[A-Za-z0-9._~-]*$/.test(text)) return text;
  try {
    return encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    return undefined;
  }
}

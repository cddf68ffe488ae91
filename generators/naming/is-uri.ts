import { parseUrl } from "@a2agen/runtime/internal";

/** An absolute URI that can be an element of a list in a header. */
export function isUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[!#-+\--;=?-[\]_a-z~]+$/.test(text) && parseUrl(text) !== undefined;
}

import { toHex } from "../core/hex.ts";

/** SHA-256 of a text as hexadecimal digits. */
export async function hashText(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

import { base64url } from "jose";

/** The bytes of base64url without padding, RFC 7515 section 2; undefined for any other spelling. */
export function readBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = base64url.decode(text);
  } catch {
    // A length that no bytes have.
    return undefined;
  }
  // Unused bits that are not zero would give one signature several spellings.
  return base64url.encode(bytes) === text ? bytes : undefined;
}

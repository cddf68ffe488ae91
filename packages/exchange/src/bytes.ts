import { base64ToBytes, bytesToBase64 } from "@a2agen/runtime/internal";
import type { Bytes } from "./generated/a2agen/exchange/v1/exchange_types.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as a record has them: text where they are UTF-8. */
export function toRecorded(bytes: Uint8Array): Bytes {
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    // Other bytes are no text.
    return { base64: bytesToBase64(bytes) };
  }
}

/** The bytes of a record. */
export function fromRecorded(bytes: Bytes): Uint8Array {
  return bytes.base64 === undefined ? new TextEncoder().encode(bytes.text) : base64ToBytes(bytes.base64);
}

import serialize from "canonicalize";
import type { Codec } from "../core/codec.ts";
import { sortKeys } from "./sort-keys.ts";

/**
 * The canonical JSON text of a message, RFC 8785: what signatures are made over (A2A 8.4.1). It is
 * the encoded form, so that fields which hold their default are left out. Throws for half of a
 * surrogate pair and for numbers that JSON has not.
 */
export function canonicalize<T>(codec: Codec<T>, value: T): string {
  const message: unknown = codec.encode(value);
  const sorted = sortKeys(message);
  if (sorted !== undefined) {
    const text = JSON.stringify(sorted);
    // JSON.stringify escapes half of a surrogate pair, and nothing else of its range.
    if (text !== undefined && !text.includes("\\ud")) return text;
  }
  const text = serialize(message);
  if (text === undefined) throw new TypeError(`${codec.typeName} has no JSON form: got ${typeof value}`);
  return text;
}

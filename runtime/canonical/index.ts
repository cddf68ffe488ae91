import serialize from "canonicalize";
import type { Codec } from "../core/codec.ts";

/**
 * The canonical JSON text of a message, RFC 8785: what signatures are made over (A2A 8.4.1). It is
 * the encoded form, so that fields which hold their default are left out. Throws for half of a
 * surrogate pair and for numbers that JSON has not.
 */
export function canonicalize<T>(codec: Codec<T>, value: T): string {
  const text = serialize(codec.encode(value));
  if (text === undefined) throw new TypeError(`${codec.typeName} has no JSON form: got ${typeof value}`);
  return text;
}

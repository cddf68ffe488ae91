import serialize from "canonicalize";
import type { Codec } from "../core/codec.ts";
import { isObjectPrototypePolluted } from "../core/trust.ts";
import { sortKeys } from "./sort-keys.ts";

/**
 * The canonical JSON text of a message, RFC 8785: what signatures are made over (A2A 8.4.1). It is
 * the encoded form, so that fields which hold their default are left out. Throws for half of a
 * surrogate pair and for numbers that JSON has not.
 */
export function canonicalize<T>(codec: Codec<T>, value: T): string {
  const message: unknown = codec.encode(value);
  // What every object has besides is left to the library.
  const isUsual = !isObjectPrototypePolluted() && !("toJSON" in []);
  const sorted = isUsual ? sortKeys(message) : undefined;
  if (sorted !== undefined) return JSON.stringify(sorted);
  const text = serialize(message);
  if (text === undefined) throw new TypeError(`${codec.typeName} has no JSON form: got ${typeof value}`);
  return text;
}

import { isInt32, isUint32, normalizeInt64 } from "../core/integer.ts";
import { BinaryError, quote } from "./binary-error.ts";

// Keys of maps: JSON has strings only.

/** Throws a BinaryError unless the key is a 32-bit integer. */
export function fromInt32Key(key: string): number {
  const number = Number(normalizeInt64(key));
  if (isInt32(number)) return number;
  throw new BinaryError(`expected a key that is a 32-bit integer, got ${quote(key)}`);
}

/** Throws a BinaryError unless the key is an unsigned 32-bit integer. */
export function fromUint32Key(key: string): number {
  const number = Number(normalizeInt64(key));
  if (isUint32(number)) return number;
  throw new BinaryError(`expected a key that is an unsigned 32-bit integer, got ${quote(key)}`);
}

/** Throws a BinaryError for anything but "true" and "false". */
export function fromBoolKey(key: string): boolean {
  if (key === "true" || key === "false") return key === "true";
  throw new BinaryError(`expected a key that is "true" or "false", got ${quote(key)}`);
}

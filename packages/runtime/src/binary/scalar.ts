import { base64ToBytes, normalizeBase64 } from "../core/base64.ts";
import { normalizeInt64, normalizeUint64 } from "../core/integer.ts";
import type { JsonDouble } from "../core/json.ts";
import { findLoneSurrogate, isWellFormed } from "../core/well-formed.ts";
import { BinaryError, quote } from "./binary-error.ts";
import type { BinaryReader } from "./reader.ts";

/** Largest finite float, after rounding. */
const maxFloat = 3.4028235677973366e38;

/** Writes NaN and infinities, for which JSON has no numbers, as their names. */
export function toJsonDouble(value: number): JsonDouble {
  if (value - value === 0) return value;
  return value > 0 ? "Infinity" : value < 0 ? "-Infinity" : "NaN";
}

/** Throws a BinaryError for an invalid text. */
export function fromJsonDouble(value: JsonDouble): number {
  if (typeof value === "number") return value;
  switch (value) {
    case "NaN":
      return Number.NaN;
    case "Infinity":
      return Number.POSITIVE_INFINITY;
    case "-Infinity":
      return Number.NEGATIVE_INFINITY;
    default:
      // Only untyped callers come here.
      throw new BinaryError(`expected a number, "NaN", "Infinity" or "-Infinity", got ${quote(value)}`);
  }
}

/** As `fromJsonDouble`; a number that is too large for 32 bits is an error too. */
export function fromJsonFloat(value: JsonDouble): number {
  const number = fromJsonDouble(value);
  if (Math.abs(number) >= maxFloat && Math.abs(number) !== Number.POSITIVE_INFINITY) {
    throw new BinaryError(`expected a number that fits a float, got ${number}`);
  }
  return number;
}

/** From the result of the 64-bit methods of BinaryReader. */
export function toJsonInt64(value: bigint | string): string {
  return typeof value === "string" ? value : value.toString();
}

/** For int64, sint64, and sfixed64 of BinaryWriter; throws a BinaryError unless it is such an integer. */
export function fromJsonInt64(value: string | number): string {
  const text = normalizeInt64(value);
  if (text === undefined) throw new BinaryError(`expected the text of a 64-bit integer, got ${quote(value)}`);
  return text;
}

/** For uint64 and fixed64 of BinaryWriter; throws a BinaryError unless it is such an integer. */
export function fromJsonUint64(value: string | number): string {
  const text = normalizeUint64(value);
  if (text === undefined)
    throw new BinaryError(`expected the text of an unsigned 64-bit integer, got ${quote(value)}`);
  return text;
}

/** Throws a BinaryError unless the text is base64. */
export function fromJsonBytes(value: string): Uint8Array {
  const text = typeof value === "string" ? normalizeBase64(value) : undefined;
  if (text === undefined) throw new BinaryError(`expected base64, got ${quote(value)}`);
  return base64ToBytes(text);
}

/** The text itself; throws a BinaryError when it has no UTF-8 form, which BinaryWriter would not notice. */
export function checkText(text: string): string {
  if (typeof text !== "string") throw new BinaryError(`expected a string, got ${quote(text)}`);
  if (!isWellFormed(text)) {
    throw new BinaryError(
      `expected text that UTF-8 can carry, got a lone surrogate at index ${findLoneSurrogate(text)}`,
    );
  }
  return text;
}

/** The boolean itself; BinaryWriter would write a 1 for "false". */
export function checkBool(value: boolean): boolean {
  if (typeof value === "boolean") return value;
  throw new BinaryError(`expected a boolean, got ${quote(value)}`);
}

/** Null itself; throws a BinaryError for anything else. */
export function fromJsonNull(value: null): number {
  if (value === null) return 0;
  throw new BinaryError(`expected null, got ${quote(value)}`);
}

/** Reads a google.protobuf.NullValue; it has one value, so that the number does not matter. */
export function readNullValue(reader: BinaryReader): null {
  reader.int32();
  return null;
}

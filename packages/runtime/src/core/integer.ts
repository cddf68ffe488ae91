/**
 * True for the canonical decimal text of a signed 64-bit integer: no plus sign, no leading zeros, no "-0".
 */
export function isInt64Text(text: string): boolean {
  const length = text.length;
  if (text.charCodeAt(0) !== 45) {
    return length < 20 && isCanonical(text, 0) && (length < 19 || text <= "9223372036854775807");
  }
  // Texts of the same length and sign compare like their digits.
  return (
    length < 21 &&
    text.charCodeAt(1) !== 48 &&
    isCanonical(text, 1) &&
    (length < 20 || text <= "-9223372036854775808")
  );
}

/** True for the canonical decimal text of an unsigned 64-bit integer. */
export function isUint64Text(text: string): boolean {
  const length = text.length;
  return length < 21 && isCanonical(text, 0) && (length < 20 || text <= "18446744073709551615");
}

/**
 * The canonical text of a safe integer or of decimal digits with leading zeros; undefined when
 * the value is neither or out of range. An exponent in a text is not accepted.
 */
export function normalizeInt64(value: unknown): string | undefined {
  const text = toCanonicalText(value);
  return text !== undefined && isInt64Text(text) ? text : undefined;
}

/** As `normalizeInt64`, of an unsigned integer. */
export function normalizeUint64(value: unknown): string | undefined {
  const text = toCanonicalText(value);
  return text !== undefined && isUint64Text(text) ? text : undefined;
}

/** As `normalizeInt64`, for any whole number: ProtoJSON allows some above 2^53, which JSON.parse rounds. */
export function normalizeProtoInt64(value: unknown): string | undefined {
  return normalizeInt64(wholeText(value));
}

/** As `normalizeProtoInt64`, of an unsigned integer. */
export function normalizeProtoUint64(value: unknown): string | undefined {
  return normalizeUint64(wholeText(value));
}

/** The digits of a whole number; other values as they are. */
function wholeText(value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) ? String(BigInt(value)) : value;
}

/** True for a whole number from -2^31 to 2^31 - 1, -0 included. */
export function isInt32(value: number): boolean {
  return (value | 0) === value;
}

/** True for a whole number from 0 to 2^32 - 1, -0 included. */
export function isUint32(value: number): boolean {
  return value >>> 0 === value;
}

/** The number that a number or the text of a JSON number stands for, when it is an int32; never -0. */
export function normalizeInt32(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && isInt32(number) ? number | 0 : undefined;
}

/** As `normalizeInt32`, of an unsigned integer. */
export function normalizeUint32(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && isUint32(number) ? number >>> 0 : undefined;
}

const jsonNumber = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && jsonNumber.test(value) ? Number(value) : undefined;
}

function toCanonicalText(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  const isNegative = value.charCodeAt(0) === 45;
  const start = isNegative ? 1 : 0;
  let at = start;
  while (value.charCodeAt(at) === 48) at++;
  if (at === start) return value;
  if (at === value.length) return "0";
  const digits = value.slice(at);
  return isNegative ? `-${digits}` : digits;
}

function isCanonical(text: string, start: number): boolean {
  const length = text.length;
  if (length === start || (text.charCodeAt(start) === 48 && length > start + 1)) return false;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

import { hasOwn } from "../core/copy-json.ts";

/** Whether a value is a number of JSON. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && value - value === 0;
}

/** Whether it is one without a fraction; 1.0 is. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether a text has fewer characters, which are code points. */
export function isShorter(text: string, least: number): boolean {
  if (text.length < least) return true;
  return text.length < least * 2 && countCharacters(text) < least;
}

/** Whether a text has more characters. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false;
  return text.length > most * 2 || countCharacters(text) > most;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether a text matches; a text for which the engine has no room does not. */
export function matches(pattern: RegExp, text: string): boolean {
  try {
    return pattern.test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The same for a pattern whose time grows faster than the text: a longer text than this does not match. */
export function matchesShort(pattern: RegExp, text: string): boolean {
  return text.length <= 10_000 && matches(pattern, text);
}

/** The number of members; those that are undefined are in no JSON text. */
export function countMembers(value: Readonly<Record<string, unknown>>): number {
  let count = 0;
  for (const key in value) if (value[key] !== undefined) count++;
  return count;
}

/** Whether a number is a multiple by its decimal digits: 0.3 is one of 0.1, whatever its binary form is. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  // Few binary digits are few decimal ones too, which are exact.
  const [parts, part] = [value * 1024, divisor * 1024];
  if (Math.abs(value) < 1e6 && Number.isInteger(parts) && Number.isInteger(part)) return parts % part === 0;
  const [one, other] = [toDecimal(value), toDecimal(divisor)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scale = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scale(one) % scale(other) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function toDecimal(value: number): Decimal {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Whether a value is the same JSON value as a constant, whose depth bounds the walk. */
export function equals(value: unknown, constant: unknown): boolean {
  if (value === constant) return true;
  if (typeof value !== "object" || typeof constant !== "object" || value === null || constant === null)
    return false;
  if (Array.isArray(constant)) {
    return (
      Array.isArray(value) &&
      value.length === constant.length &&
      constant.every((element, at) => equals(value[at], element))
    );
  }
  if (Array.isArray(value)) return false;
  const keys = Object.keys(constant);
  return (
    countMembers(value as Readonly<Record<string, unknown>>) === keys.length &&
    keys.every((key) => hasOwn.call(value, key) && equals(memberOf(value, key), memberOf(constant, key)))
  );
}

function memberOf(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}

/** Constants to look a value up in. */
export function setOf(values: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(values);
}

/** What encodes values that are sent as they are. */
export function unchanged<T>(value: T): T {
  return value;
}

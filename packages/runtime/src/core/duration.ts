import { formatNanos, readNanos } from "./timestamp.ts";

/** A span of time as google.protobuf.Duration holds it: both parts have the same sign. */
export interface DurationParts {
  readonly seconds: number;
  readonly nanos: number;
}

/** About 10,000 years. */
const maxSeconds = 315_576_000_000;
const maxNanos = 999_999_999;

/**
 * True for seconds with none or 1 to 9 fraction digits and an "s", such as "-1.5s"; at most
 * 315,576,000,000 whole seconds, without needless leading zeros.
 */
export function isDuration(text: string): boolean {
  const end = text.length - 1;
  const start = text.charCodeAt(0) === 45 ? 1 : 0;
  if (text.charCodeAt(end) !== 115) return false;
  let seconds = 0;
  let at = start;
  for (; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    seconds = seconds * 10 + digit;
    if (seconds > maxSeconds) return false;
  }
  const digits = at - start;
  if (digits === 0 || (digits > 1 && text.charCodeAt(start) === 48)) return false;
  return at === end || (text.charCodeAt(at) === 46 && isFraction(text, at + 1, end));
}

/**
 * The form that `isDuration` accepts, of a text that may have a plus sign or leading zeros;
 * undefined for other texts.
 */
export function normalizeDuration(text: string): string | undefined {
  if (isDuration(text)) return text;
  const hasSign = text.startsWith("-") || text.startsWith("+");
  let start = hasSign ? 1 : 0;
  while (text.charCodeAt(start) === 48 && isDigit(text.charCodeAt(start + 1))) start++;
  // What the sign and the zeros hide must not be a second sign.
  if (!isDigit(text.charCodeAt(start))) return undefined;
  const normal = `${text.startsWith("-") ? "-" : ""}${text.slice(start)}`;
  return isDuration(normal) ? normal : undefined;
}

/** The text must satisfy `isDuration`. */
export function durationToParts(text: string): DurationParts {
  const isNegative = text.charCodeAt(0) === 45;
  const start = isNegative ? 1 : 0;
  const end = text.length - 1;
  let seconds = 0;
  let at = start;
  for (; at < end && text.charCodeAt(at) !== 46; at++) seconds = seconds * 10 + text.charCodeAt(at) - 48;
  const nanos = readNanos(text, at + 1, end);
  // Subtracted from 0, since the negation of 0 is -0.
  return isNegative ? { seconds: 0 - seconds, nanos: 0 - nanos } : { seconds, nanos };
}

/** Writes 0, 3, 6 or 9 fraction digits; throws a RangeError if it is out of range or has two signs. */
export function durationFromParts(seconds: number, nanos: number): string {
  if (!Number.isInteger(seconds) || Math.abs(seconds) > maxSeconds) {
    throw new RangeError(`expected seconds from -${maxSeconds} to ${maxSeconds}, got ${seconds}`);
  }
  if (!Number.isInteger(nanos) || Math.abs(nanos) > maxNanos) {
    throw new RangeError(`expected nanos from -${maxNanos} to ${maxNanos}, got ${nanos}`);
  }
  if ((seconds > 0 && nanos < 0) || (seconds < 0 && nanos > 0)) {
    throw new RangeError(`expected seconds and nanos of the same sign, got ${seconds} and ${nanos}`);
  }
  const sign = seconds < 0 || nanos < 0 ? "-" : "";
  return `${sign}${Math.abs(seconds)}${formatNanos(Math.abs(nanos))}s`;
}

function isFraction(text: string, start: number, end: number): boolean {
  if (end - start < 1 || end - start > 9) return false;
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A point in time as google.protobuf.Timestamp holds it: seconds since 1970, nanos 0..999999999. */
export interface TimestampParts {
  readonly seconds: number;
  readonly nanos: number;
}

/** 0001-01-01T00:00:00Z. */
const minSeconds = -62_135_596_800;
/** 9999-12-31T23:59:59Z. */
const maxSeconds = 253_402_300_799;

const secondsPerDay = 86_400;
/** Length of "2024-01-01T00:00:00". */
const dateTimeLength = 19;

/**
 * True for RFC 3339 in UTC: capital T and Z, a real date of the years 0001 to 9999, seconds up to
 * 59, none or 1 to 9 fraction digits.
 */
export function isTimestamp(text: string): boolean {
  return utc.test(text) && (!text.startsWith("02-29", 5) || isLeap(Number(text.slice(0, 4))));
}

const utc =
  /^(?!0000)\d{4}-(?:0[13578]|1[02]|(?:0[469]|11)(?!-31)|02(?!-3))-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z$/;

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * The form that `isTimestamp` accepts, of a text that may have an offset other than Z. Fraction
 * digits stay as they are; undefined for other texts.
 */
export function normalizeTimestamp(text: string): string | undefined {
  if (isTimestamp(text)) return text;
  const [, local = "", fraction = "", offset = ""] = withOffset.exec(text) ?? [];
  if (!isTimestamp(`${local}Z`)) return undefined;
  const time = new Date(local + offset).toISOString();
  // Years beyond four digits have a sign, and there is no year 0.
  return /^(?!0000)\d/.test(time) ? `${time.slice(0, dateTimeLength)}${fraction}Z` : undefined;
}

/** A date and time, the fraction of its second, and the offset. */
const withOffset = /^(.{19})(\.\d{1,9})?([+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The text must satisfy `isTimestamp`. */
export function timestampToParts(text: string): TimestampParts {
  return { seconds: readSeconds(text), nanos: readNanos(text, dateTimeLength + 1, text.length - 1) };
}

/** Writes 0, 3, 6 or 9 fraction digits; throws a RangeError outside of the years 0001 to 9999. */
export function timestampFromParts(seconds: number, nanos: number): string {
  if (!Number.isInteger(seconds) || seconds < minSeconds || seconds > maxSeconds) {
    throw new RangeError(`expected seconds from ${minSeconds} to ${maxSeconds}, got ${seconds}`);
  }
  if (!Number.isInteger(nanos) || nanos < 0 || nanos > 999_999_999) {
    throw new RangeError(`expected nanos from 0 to 999999999, got ${nanos}`);
  }
  return `${formatSeconds(seconds)}${formatNanos(nanos)}Z`;
}

/** The fraction of a second as ProtoJSON writes it: "", or a dot and 3, 6 or 9 digits. */
export function formatNanos(nanos: number): string {
  if (nanos === 0) return "";
  if (nanos % 1_000_000 === 0) return `.${pad(nanos / 1_000_000, 3)}`;
  if (nanos % 1000 === 0) return `.${pad(nanos / 1000, 6)}`;
  return `.${pad(nanos, 9)}`;
}

/** Value of the fraction digits from `start` to `end`, of which there are up to 9. */
export function readNanos(text: string, start: number, end: number): number {
  let nanos = 0;
  for (let at = start; at < end; at++) nanos = nanos * 10 + text.charCodeAt(at) - 48;
  for (let digits = Math.max(end - start, 0); digits < 9; digits++) nanos *= 10;
  return nanos;
}

function readSeconds(text: string): number {
  const year = readPair(text, 0) * 100 + readPair(text, 2);
  const days = daysFromCivil(year, readPair(text, 5), readPair(text, 8));
  return days * secondsPerDay + readPair(text, 11) * 3600 + readPair(text, 14) * 60 + readPair(text, 17);
}

/** Value of two digits. */
function readPair(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

function formatSeconds(seconds: number): string {
  const days = Math.floor(seconds / secondsPerDay);
  const time = seconds - days * secondsPerDay;
  const hour = Math.floor(time / 3600);
  const minute = Math.floor(time / 60) % 60;
  return `${formatDate(days)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(time % 60, 2)}`;
}

// Years begin in March here, so that the leap day is the last one and months have a regular
// pattern; 719,468 days lie between 0000-03-01 and 1970-01-01, 146,097 days are 400 years.

function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1 - 719_468;
}

function formatDate(days: number): string {
  const since = days + 719_468;
  const era = Math.floor(since / 146_097);
  const dayOfEra = since - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = era * 400 + yearOfEra + (month > 2 ? 0 : 1);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

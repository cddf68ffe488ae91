import { normalizeBase64 } from "../../core/base64.ts";
import { normalizeTimestamp, timestampFromParts, timestampToParts } from "../../core/timestamp.ts";
import type { Step, Trace } from "./trace.ts";

// Conversions of single values that emitted translators call. Each reports at `step` what it cannot keep.

/** Whether a value says more than an absent one: not an empty text, list or object, false or 0. */
export function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false || value === 0) return false;
  if (typeof value !== "object") return true;
  if (Array.isArray(value)) return value.length > 0;
  for (const name in value) if (Object.hasOwn(value, name)) return true;
  return false;
}

/** Base64 as the newer versions want it, of any text; empty for a text that is not base64. */
export function toBase64(trace: Trace, step: Step, text: string): string {
  // Tools that wrap lines leave white space in it.
  const base64 = normalizeBase64(text) ?? normalizeBase64(text.split(/\s+/).join(""));
  if (base64 !== undefined) return base64;
  trace.fault(step, "expected base64; no bytes stand in for it");
  return "";
}

const longestTime = 64;
const time = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(?: ?([Zz]|[+-]\d\d:?\d\d))?$/;

/** A time in UTC of a text with any offset, or with none, which is UTC too; undefined for another text. */
export function toTimestamp(trace: Trace, step: Step, text: string): string | undefined {
  const simple = normalizeTimestamp(text);
  if (simple !== undefined) return simple;
  const [, date, clock, fraction = "", zone = "Z"] =
    (text.length > longestTime ? null : time.exec(text)) ?? [];
  if (date === undefined || clock === undefined) {
    trace.fault(step, `expected a time as RFC 3339 has it, found ${quote(text)}`);
    return undefined;
  }
  const nanos = fraction.slice(0, 9);
  if (/[1-9]/.test(fraction.slice(9)))
    trace.replace(step, "times have nanoseconds at most; the rest is cut off");
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const utc = normalizeTimestamp(`${date}T${clock}${nanos === "" ? "" : `.${nanos}`}${offset}`);
  if (utc === undefined) trace.fault(step, `expected a time as RFC 3339 has it, found ${quote(text)}`);
  return utc;
}

/** A time of the milliseconds since 1970 that a text holds. */
export function millisecondsToTimestamp(trace: Trace, step: Step, text: string): string | undefined {
  const milliseconds = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  const seconds = Math.floor(milliseconds / 1000);
  if (Number.isSafeInteger(milliseconds)) {
    try {
      return timestampFromParts(seconds, (milliseconds - seconds * 1000) * 1_000_000);
    } catch {
      // A RangeError, for which the loss stands.
    }
  }
  trace.fault(step, `expected milliseconds of a time in the years 1 to 9999, found ${quote(text)}`);
  return undefined;
}

/** The milliseconds since 1970 of a time, as text; undefined for another text. */
export function timestampToMilliseconds(trace: Trace, step: Step, text: string): string | undefined {
  // Requests of this side's callers are not always checked.
  const utc = toTimestamp(trace, step, text);
  if (utc === undefined) return undefined;
  const { seconds, nanos } = timestampToParts(utc);
  if (nanos % 1_000_000 !== 0) trace.replace(step, "expected whole milliseconds; the rest is cut off");
  return String(seconds * 1000 + Math.floor(nanos / 1_000_000));
}

export interface IntegerLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** An integer within limits; undefined for another one. */
export function toInteger(
  trace: Trace,
  step: Step,
  value: number,
  { minimum, maximum }: IntegerLimits,
): number | undefined {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  trace.fault(step, `expected an integer from ${minimum} to ${maximum}, found ${value}`);
  return undefined;
}

/** A text of those that the other version has as well; undefined for another one, which a peer sent. */
export function toKnown<T extends string>(
  trace: Trace,
  step: Step,
  value: string,
  values: readonly T[],
): T | undefined {
  const known = values.find((one) => one === value);
  if (known === undefined) {
    const expected = values.map((one) => JSON.stringify(one)).join(" or ");
    trace.fault(step, `expected ${expected}, found ${JSON.stringify(value)}`);
  }
  return known;
}

/** The first element of a list, for a version that has one where this has several. */
export function firstOf(trace: Trace, step: Step, values: readonly string[]): string {
  const [first = ""] = values;
  if (values.length === 0) trace.replace(step, "an element is required, and an empty text stands in");
  for (let index = 1; index < values.length; index++) {
    const segments = typeof step === "object" ? [...step, index] : [step, index];
    trace.lose(segments, "only the first element has a place in the other version");
  }
  return first;
}

/** A list that has an element: the given one, with a loss, if there is no other. */
export function filled<T>(trace: Trace, step: Step, values: T[], standIn: T): T[] {
  if (values.length > 0) return values;
  trace.replace(step, `an element is required, and ${JSON.stringify(standIn)} stands in`);
  return [standIn];
}

/**
 * The parts of a name such as "tasks/1/pushNotificationConfigs/2"; the whole text for the first part when
 * it is not such a name. A part has no "/", so that no name means two things.
 */
export function parseName(
  trace: Trace,
  step: Step,
  text: string,
  before: readonly string[],
): readonly string[] {
  const parts = splitName(text, before);
  if (text !== "" && (parts === undefined || parts.some((part) => part.includes("/")))) {
    trace.fault(step, `expected ${before.join("{}")}{} with no "/" in its parts, found ${quote(text)}`);
  }
  return parts ?? before.map((_, index) => (index === 0 ? text : ""));
}

function splitName(text: string, before: readonly string[]): readonly string[] | undefined {
  const parts: string[] = [];
  let start = 0;
  for (const [index, prefix] of before.entries()) {
    const at = index === 0 ? (text.startsWith(prefix) ? 0 : -1) : text.indexOf(prefix, start);
    if (at < 0) return undefined;
    if (index > 0) parts.push(text.slice(start, at));
    start = at + prefix.length;
  }
  return [...parts, text.slice(start)];
}

/** A part of a name, and where the other version has it. */
export type NamePart = readonly [step: Step, text: string];

/** The name with such parts; empty when all are empty. Refuses parts of another thing's name. */
export function formatName(trace: Trace, before: readonly string[], parts: readonly NamePart[]): string {
  if (parts.every(([, text]) => text === "")) return "";
  const name = before.map((prefix, index) => `${prefix}${parts[index]?.[1] ?? ""}`).join("");
  for (const [step, text] of parts) {
    if (!text.includes("/")) continue;
    if (!splitName(name, before)?.every((part, index) => part === parts[index]?.[1])) {
      trace.refuse(step, `expected no "/", since the name ${quote(name)} is that of something else`);
    }
    trace.replace(step, `the name ${quote(name)} stands in, though its parts may have no "/"`);
  }
  return name;
}

/** A fact that a version has in several places: the first value, with losses for others that differ. */
export function agree(
  trace: Trace,
  places: readonly (readonly [step: Step, text: string | undefined])[],
): string {
  let said = "";
  for (const [step, text = ""] of places) {
    if (said === "") said = text;
    else if (text !== "" && text !== said) {
      trace.replace(step, `${quote(text)} contradicts ${quote(said)}, which counts`);
    }
  }
  return said;
}

function quote(text: string): string {
  return JSON.stringify(text.length > longestTime ? `${text.slice(0, longestTime)}...` : text);
}

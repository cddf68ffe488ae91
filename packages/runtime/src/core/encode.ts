import { hasOwn, setEntry } from "./copy-json.ts";
import { durationFromParts, durationToParts, isDuration } from "./duration.ts";
import type { JsonEmpty } from "./json.ts";
import { isTimestamp, timestampFromParts, timestampToParts } from "./timestamp.ts";

/** Brings every element of a list into the form that is sent; the list itself when nothing changes. */
export function encodeList<T>(list: T[], encode: (value: T) => T): T[] {
  let copy: T[] | undefined;
  for (let i = 0; i < list.length; i++) {
    // Inside the list's bounds.
    const element = list[i] as T;
    const encoded = encode(element);
    if (encoded !== element) copy ??= list.slice();
    if (copy !== undefined) copy[i] = encoded;
  }
  return copy ?? list;
}

/** The same for the values of a map. */
export function encodeMap<T>(map: Record<string, T>, encode: (value: T) => T): Record<string, T> {
  let copy: Record<string, T> | undefined;
  for (const key in map) {
    if (!hasOwn.call(map, key)) continue;
    // A key of the map.
    const value = map[key] as T;
    const encoded = encode(value);
    if (encoded === value) continue;
    copy ??= { ...map };
    setEntry(copy, key, encoded);
  }
  return copy ?? map;
}

/** Whether a list or map has an element; on the wire an empty one equals an absent one. */
export function isFilled(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : !isEmpty(value);
}

/** Whether an object has no property. */
export function isEmpty(value: object): boolean {
  for (const key in value) if (hasOwn.call(value, key)) return false;
  return true;
}

/** A google.protobuf.Empty as it is sent. */
export function encodeEmpty(value: JsonEmpty): JsonEmpty {
  return isEmpty(value) ? value : {};
}

/** A Timestamp as ProtoJSON writes it, with 0, 3, 6 or 9 digits of a second; other texts are unchanged. */
export function encodeTimestamp(text: string): string {
  if (text.charCodeAt(19) !== fraction || !isTimestamp(text)) return text;
  const { seconds, nanos } = timestampToParts(text);
  return timestampFromParts(seconds, nanos);
}

/** The same for a google.protobuf.Duration. */
export function encodeDuration(text: string): string {
  if (!text.includes(".") || !isDuration(text)) return text;
  const { seconds, nanos } = durationToParts(text);
  return durationFromParts(seconds, nanos);
}

/** Base64 as it is; throws for bytes that are not encoded yet, of which JSON would write each number. */
export function encodeBytes(base64: string, field?: string): string {
  if (typeof base64 === "string" || !ArrayBuffer.isView(base64)) return base64;
  const place = field === undefined ? "" : `${field}: `;
  throw new TypeError(`${place}expected base64, got bytes: give Buffer.from(bytes).toString("base64")`);
}

/** The dot before the digits. */
const fraction = 46;

/**
 * A message as it is sent, from a table of its fields in their order: the value with which a field is
 * not sent, where an empty list or map stands for every empty one, or a function that brings the field's
 * value into the form that is sent, undefined for one that is not. The functions that are generated for
 * a message do the same in less time and more code.
 */
export function inOrder<T>(message: T, fields: Readonly<Record<string, unknown>>): T {
  if (typeof message !== "object" || message === null) return message;
  const sent: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(fields)) {
    let value: unknown = Object.hasOwn(message, name) ? message[name as keyof T] : undefined;
    if (typeof rule === "function" && value !== undefined)
      value = (rule as (value: unknown, name: string) => unknown)(value, name);
    const isUnsent = typeof rule === "object" ? !isFilled(value) : value === rule;
    if (!isUnsent && value !== undefined) sent[name] = value;
  }
  // It has the fields of the message.
  return sent as T;
}

/** A message of type T in the making: its fields, whichever arm of a union has them. */
export type Draft<T> = { [Field in T extends unknown ? keyof T : never]?: unknown };

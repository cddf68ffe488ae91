import type { JsonEmpty } from "./json.ts";

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
  let changed = false;
  const entries = Object.entries(map).map(([key, value]): [string, T] => {
    const encoded = encode(value);
    changed ||= encoded !== value;
    return [key, encoded];
  });
  return changed ? Object.fromEntries(entries) : map;
}

/** Whether a list or map has an element; the wire does not tell an empty one from none. */
export function isFilled(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : !isEmpty(value);
}

/** Whether an object has no property. */
export function isEmpty(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** A google.protobuf.Empty as it is sent. */
export function encodeEmpty(value: JsonEmpty): JsonEmpty {
  return isEmpty(value) ? value : {};
}

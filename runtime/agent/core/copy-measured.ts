import { setEntry } from "../../core/copy-json.ts";

/** A copy of JSON, and about how many UTF-16 code units its text has. */
export interface Measured<T> {
  readonly value: T;
  readonly size: number;
}

/** There is more than wanted. */
export class SizeError extends Error {
  override readonly name = "SizeError";
}

/** There are more levels than wanted, perhaps without an end. */
export class DepthError extends Error {
  override readonly name = "DepthError";
}

/** Levels of objects and arrays that there may be. More than the codecs take. */
const maximumDepth = 250;

// Checked for free within for-in, unlike Object.hasOwn.
const hasOwn = Object.prototype.hasOwnProperty;

let size = 0;
let most = Infinity;

/**
 * Copies JSON and measures it on the way; properties that are undefined are left out. What is not JSON
 * stays as it is, for the codecs to refuse. Throws a SizeError for more than `limit`, and a DepthError for
 * what is nested deeper than the codecs take: what contains itself twice would fill all memory before.
 */
export function copyMeasured<T>(value: T, limit = Infinity): Measured<T> {
  size = 0;
  most = limit;
  const copy = copyNode(value, 0);
  // A copy has the properties of what it copies.
  return { value: copy as T, size };
}

/** About how many UTF-16 code units the text of a JSON value has. */
export function measure(value: unknown): number {
  size = 0;
  count(value, 0);
  return size;
}

function copyNode(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) {
    addScalar(value);
    return value;
  }
  if (depth > maximumDepth) {
    throw new DepthError(
      `expected at most ${maximumDepth} levels of JSON, found more, or something that contains itself`,
    );
  }
  size += 2;
  // What is there many times is counted as often: a small value can be a large text.
  if (size > most) throw new SizeError(`expected at most ${most} UTF-16 code units of JSON, found more`);
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    if (elements.length === 1) {
      // Most lists are of one: a list that grows would take room for many.
      size++;
      return [copyNode(elements[0], depth + 1)];
    }
    const list: unknown[] = [];
    for (const element of elements) {
      size++;
      list.push(copyNode(element, depth + 1));
    }
    return list;
  }
  if (!isPlain(value)) return value;
  const record: Record<string, unknown> = {};
  for (const key in value) {
    if (!hasOwn.call(value, key)) continue;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined) continue;
    size += key.length + 4;
    const copy = copyNode(member, depth + 1);
    if (key === "__proto__") setEntry(record, key, copy);
    else record[key] = copy;
  }
  return record;
}

function count(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) {
    addScalar(value);
    return;
  }
  if (depth > maximumDepth) return;
  size += 2;
  if (Array.isArray(value)) {
    size += value.length;
    for (const element of value as readonly unknown[]) count(element, depth + 1);
    return;
  }
  for (const key in value) {
    if (!hasOwn.call(value, key)) continue;
    size += key.length + 4;
    count((value as Readonly<Record<string, unknown>>)[key], depth + 1);
  }
}

function addScalar(value: unknown): void {
  // What escapes add is not counted: it would mean to look at every character.
  size += typeof value === "string" ? value.length + 2 : 6;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

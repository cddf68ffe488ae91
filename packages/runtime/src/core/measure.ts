import { isPlain, setEntry } from "./copy-json.ts";

/** A copy of JSON, and approximately the number of UTF-16 code units of its text. */
export interface Measured<T> {
  readonly value: T;
  readonly size: number;
}

/** A value is larger than its limit. */
export class SizeError extends Error {
  override readonly name = "SizeError";
}

/** A value has too many levels, or contains itself. */
export class DepthError extends Error {
  override readonly name = "DepthError";
}

/** Levels of objects and arrays; more than the codecs accept. */
const maximumDepth = 250;

// Checked for free within for-in, unlike Object.hasOwn.
const hasOwn = Object.prototype.hasOwnProperty;

/**
 * Copies JSON and measures it; leaves out undefined properties, and keeps what is not JSON for the codecs to
 * refuse. Throws a SizeError above `limit`, and a DepthError for deeper nesting than the codecs accept, since
 * a value that contains itself would fill the memory.
 */
export function copyMeasured<T>(value: T, limit: number = Infinity): Measured<T> {
  const meter = new Meter(limit);
  const copy = meter.copy(value, 0);
  // A copy has the properties of its original.
  return { value: copy as T, size: meter.size };
}

/** Approximately the number of UTF-16 code units of the text of a JSON value. */
export function measure(value: unknown): number {
  const meter = new Meter(Infinity);
  meter.count(value, 0);
  return meter.size;
}

class Meter {
  size = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value !== "object" || value === null) {
      this.#addScalar(value);
      return value;
    }
    if (depth > maximumDepth) {
      throw new DepthError(
        `expected at most ${maximumDepth} levels of JSON, found more, or something that contains itself`,
      );
    }
    this.size += 2;
    // A value that occurs many times counts each time: a small value can be a large text.
    if (this.size > this.#limit) {
      throw new SizeError(`expected at most ${this.#limit} UTF-16 code units of JSON, found more`);
    }
    if (Array.isArray(value)) return this.#copyArray(value, depth);
    if (!isPlain(value)) return value;
    const record: Record<string, unknown> = {};
    for (const key in value) {
      if (!hasOwn.call(value, key)) continue;
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (member === undefined) continue;
      this.size += key.length + 4;
      const copy = this.copy(member, depth + 1);
      if (key === "__proto__") setEntry(record, key, copy);
      else record[key] = copy;
    }
    return record;
  }

  #copyArray(elements: readonly unknown[], depth: number): unknown[] {
    this.size += elements.length;
    // Most arrays have one element; growing an array reserves room for many.
    if (elements.length === 1) return [this.copy(elements[0], depth + 1)];
    const copies: unknown[] = [];
    for (const element of elements) copies.push(this.copy(element, depth + 1));
    return copies;
  }

  count(value: unknown, depth: number): void {
    if (typeof value !== "object" || value === null) {
      this.#addScalar(value);
      return;
    }
    if (depth > maximumDepth) return;
    this.size += 2;
    if (Array.isArray(value)) {
      this.size += value.length;
      for (const element of value as readonly unknown[]) this.count(element, depth + 1);
      return;
    }
    for (const key in value) {
      if (!hasOwn.call(value, key)) continue;
      this.size += key.length + 4;
      this.count((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    }
  }

  #addScalar(value: unknown): void {
    // Escapes are not counted: that would mean to read every character.
    this.size += typeof value === "string" ? value.length + 2 : 6;
  }
}

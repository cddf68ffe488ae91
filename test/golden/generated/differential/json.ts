import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** True for what JSON calls an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The property of the object itself, never one that it inherits. */
export function getOwn(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a property of the object itself, also one named "__proto__". */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

export interface SameJsonOptions {
  /** JSON text cannot tell -0 from 0; memory and the wire can. */
  readonly signOfZero: "compared" | "ignored";
}

/** True when both are the same JSON value; the order of properties does not count. */
export function isSameJson(a: unknown, b: unknown, options: SameJsonOptions): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index], options));
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key], options))
    );
  }
  return Object.is(a, b) || (options.signOfZero === "ignored" && a === 0 && b === 0);
}

/** True when -0 is anywhere in the value. */
export function hasNegativeZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNegativeZero);
  if (isJsonObject(value)) return Object.values(value).some(hasNegativeZero);
  return Object.is(value, -0);
}

/** The value as text for a report: JSON, with what JSON cannot show spelt out. */
export function showJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (Object.is(item, -0)) return "(-0)";
    if (typeof item === "number" && !Number.isFinite(item)) return `(${item})`;
    if (item === undefined || typeof item === "function") return `(${typeof item})`;
    return item;
  });
  // stringify escapes lone surrogates itself.
  return text ?? String(value);
}

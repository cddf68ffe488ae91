import { isPlain } from "./copy-json.ts";
import { isObjectPrototypePolluted } from "./trust.ts";

type Container = Record<string, unknown>;

/**
 * Checks visit the properties of an object with for-in, the fastest way, which sees inherited ones
 * too. They see none in a plain object unless Object.prototype itself was tampered with; then the
 * value is copied to objects that inherit nothing.
 */
export function withoutInherited(value: unknown): unknown {
  return isObjectPrototypePolluted() ? copyOwn(value) : value;
}

/** Copies arrays and plain objects with their own properties, and keeps everything else by reference. */
export function copyOwn(value: unknown): unknown {
  const prototype = isObjectPrototypePolluted() ? null : Object.prototype;
  const copies = new Map<object, Container>();
  const copyOf = (original: unknown): unknown => {
    if (typeof original !== "object" || original === null) return original;
    if (!Array.isArray(original) && !isPlain(original)) return original;
    const known = copies.get(original);
    if (known !== undefined) return known;
    // Spreading defines properties, "__proto__" included.
    const copy = (
      Array.isArray(original) ? [...(original as unknown[])] : { __proto__: prototype, ...original }
    ) as Container;
    copies.set(original, copy);
    return copy;
  };
  const root = copyOf(value);
  // A map is visited with what is added to it on the way.
  for (const copy of copies.values()) for (const key of Object.keys(copy)) copy[key] = copyOf(copy[key]);
  return root;
}

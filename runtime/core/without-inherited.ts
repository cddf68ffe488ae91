import { isPlain } from "./copy-json.ts";
import { isObjectPrototypePolluted } from "./trust.ts";

type Container = Record<string, unknown>;

/**
 * Checks visit the properties of an object with for-in, the fastest way, which sees inherited ones
 * too. They see none in a plain object unless Object.prototype itself was tampered with; then the
 * value is copied to objects that inherit nothing.
 */
export function withoutInherited(value: unknown): unknown {
  if (!isObjectPrototypePolluted()) return value;
  const copies = new Map<object, Container>();
  const copyOf = (original: unknown): unknown => {
    if (typeof original !== "object" || original === null) return original;
    if (!Array.isArray(original) && !isPlain(original)) return original;
    const known = copies.get(original);
    if (known !== undefined) return known;
    const empty = Array.isArray(original) ? [] : (Object.create(null) as object);
    const copy = Object.assign(empty, original) as Container;
    copies.set(original, copy);
    return copy;
  };
  const root = copyOf(value);
  // A map is visited with what is added to it on the way.
  for (const copy of copies.values()) for (const key of Object.keys(copy)) copy[key] = copyOf(copy[key]);
  return root;
}

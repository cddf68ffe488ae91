/** Deeper values are left to the library, so that a hostile one does not overflow the stack here. */
const maximumDepth = 200;

/**
 * The value with the keys of every object in the order of RFC 8785, so that JSON.stringify writes
 * its canonical text; undefined for what only a serializer of its own gets right: keys that
 * JavaScript orders by itself, and values that JSON has not.
 */
export function sortKeys(value: unknown, depth = 0): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return value - value === 0 ? value : undefined;
    case "object":
      if (value === null) return value;
      if (depth > maximumDepth || "toJSON" in value) return undefined;
      return Array.isArray(value) ? sortElements(value, depth) : sortProperties(value, depth);
    default:
      return undefined;
  }
}

function sortElements(list: readonly unknown[], depth: number): readonly unknown[] | undefined {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const element = sortKeys(list[i], depth + 1);
    if (element === undefined) return undefined;
    if (element !== list[i]) copy ??= list.slice();
    if (copy !== undefined) copy[i] = element;
  }
  return copy ?? list;
}

function sortProperties(object: object, depth: number): object | undefined {
  const given = object as Readonly<Record<string, unknown>>;
  const keys = Object.keys(given);
  const inOrder = keys.every((key, i) => i === 0 || (keys[i - 1] ?? "") < key);
  if (!inOrder) keys.sort();
  const sorted: Record<string, unknown> = {};
  let changed = !inOrder;
  for (const key of keys) {
    if (isOrderedByEngine(key)) return undefined;
    const value = sortKeys(given[key], depth + 1);
    if (value === undefined) return undefined;
    changed ||= value !== given[key];
    sorted[key] = value;
  }
  return changed ? sorted : object;
}

/** Array indexes come first in every object, and "__proto__" is no property of a plain one. */
function isOrderedByEngine(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first >= 48 && first <= 57) || key === "__proto__";
}

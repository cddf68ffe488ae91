import type { FieldPath } from "./protocol.ts";

/** The value at a path of a JSON value; undefined when something on the way is not there. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}

/** The same where a list is expected: the empty list for anything else. */
export function listAt(value: unknown, path: FieldPath): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

import { isObject } from "@a2agen/runtime/internal";

/**
 * Puts the fields of a changed JSON value into the order of the original: shared fields stay where they
 * were, new ones follow the field that they follow in the changed value. A new field often holds fields
 * of the object itself, and is ordered like the object.
 */
export function keepOrder(changed: unknown, original: unknown): unknown {
  if (Array.isArray(changed)) {
    const elements: readonly unknown[] = Array.isArray(original) ? original : [];
    return changed.map((element: unknown, index) => keepOrder(element, elements[index]));
  }
  if (!isObject(changed)) return changed;
  const before = isObject(original) ? original : {};
  const keys = Object.keys(before).filter((key) => Object.hasOwn(changed, key));
  let previous: string | undefined;
  for (const key of Object.keys(changed)) {
    if (!Object.hasOwn(before, key)) {
      keys.splice(previous === undefined ? 0 : keys.indexOf(previous) + 1, 0, key);
    }
    previous = key;
  }
  return Object.fromEntries(
    keys.map((key) => [key, keepOrder(changed[key], Object.hasOwn(before, key) ? before[key] : original)]),
  );
}

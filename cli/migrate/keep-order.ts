type Fields = Readonly<Record<string, unknown>>;

/**
 * Puts the fields of a changed JSON value into the order of the original: those of both where they were,
 * new ones behind the field that they follow in the changed value. What is in a new field was often in
 * the object itself before, and is ordered as that was.
 */
export function keepOrder(changed: unknown, original: unknown): unknown {
  if (Array.isArray(changed)) {
    const elements: readonly unknown[] = Array.isArray(original) ? original : [];
    return changed.map((element: unknown, index) => keepOrder(element, elements[index]));
  }
  if (!isObject(changed)) return changed;
  const before: Fields = isObject(original) ? original : {};
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

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

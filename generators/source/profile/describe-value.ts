const longest = 60;

/** Says what a value is, for "found ...". */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") {
    return JSON.stringify(value.length > longest ? `${value.slice(0, longest)}...` : value);
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return "an object";
}

/** Joins "a", "b" and "c" to "a, b or c". */
export function joinWithOr(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} or ${last}`;
}

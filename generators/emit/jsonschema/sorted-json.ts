import { compareCodeUnits } from "../../naming/order.ts";

/** JSON text with the keys of every object in order and a line end behind it. */
export function toSortedJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), undefined, 2)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

import { capitalize } from "../../generators/naming/casing.ts";

/** "applied_discount" -> "AppliedDiscount"; capitals inside a word stay. The same as json-schema-to-typescript has it. */
export function toTypeName(name: string): string {
  const joined = name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map(capitalize)
    .join("")
    .replace(/\d+[a-z]/g, (match) => match.toUpperCase());
  return /^[A-Z]/.test(joined) ? joined : `T${joined}`;
}

import type { JsonValue } from "@a2agen/runtime";
import { toPropertyName } from "../naming/identifiers.ts";

/** A JSON value as a literal of TypeScript, or as the type that only this value has. */
export function jsonLiteral(value: JsonValue, as: "value" | "type" = "value"): string {
  if (Array.isArray(value)) return `[${value.map((element) => jsonLiteral(element, as)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${toPropertyName(key)}: ${jsonLiteral(member, as)}`,
  );
  if (members.length === 0) return as === "type" ? "Record<string, never>" : "{}";
  return `{ ${members.join(as === "type" ? "; " : ", ")} }`;
}

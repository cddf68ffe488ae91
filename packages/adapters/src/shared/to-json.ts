import type { JsonValue } from "@a2agen/runtime";

/** A value as JSON has it: the output of a tool may be anything. */
export function toJson(value: unknown): JsonValue {
  // Undefined for undefined, functions and symbols.
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  ) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as JsonValue);
}

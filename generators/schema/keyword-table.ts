import { isObject } from "@a2agen/runtime/internal";
import type { SchemaObject } from "../json-schema/schema.ts";
import type { Draft, Keywords } from "./schema-node.ts";

/** The form of a keyword's value. */
export type Form =
  | "schema"
  | "schemas"
  | "schemasByName"
  | "schemasByPattern"
  | "namesByName"
  | "names"
  | "types"
  | "values"
  | "value"
  | "text"
  | "pattern"
  | "number"
  | "divisor"
  | "count"
  | "flag";

/** The keywords of JSON Schema that are read; all others are annotations. */
const keywords = {
  text: "title description format",
  flag: "deprecated uniqueItems",
  types: "type",
  value: "const",
  values: "enum",
  count: "minLength maxLength minProperties maxProperties minContains maxContains minItems maxItems",
  pattern: "pattern",
  number: "minimum exclusiveMinimum maximum exclusiveMaximum",
  divisor: "multipleOf",
  schemasByName: "$defs definitions properties dependentSchemas",
  schemasByPattern: "patternProperties",
  schema:
    "additionalProperties unevaluatedProperties propertyNames items unevaluatedItems contains not if then else",
  names: "required",
  namesByName: "dependentRequired",
  schemas: "prefixItems allOf anyOf oneOf",
} as const satisfies Record<Form, string>;

export const forms: ReadonlyMap<string, Form> = new Map(
  (Object.keys(keywords) as readonly Form[]).flatMap((form) =>
    keywords[form].split(" ").map((keyword) => [keyword, form] as const),
  ),
);

/** Those that draft 7 does not have. */
const later: ReadonlySet<string> = new Set<keyof Keywords>([
  "deprecated",
  "$defs",
  "unevaluatedProperties",
  "dependentRequired",
  "dependentSchemas",
  "prefixItems",
  "unevaluatedItems",
  "minContains",
  "maxContains",
]);

/** A keyword of 2020-12, and where the schema has it. */
export interface Entry {
  readonly keyword: keyof Keywords;
  /** The name that the schema has for it. */
  readonly spelled: string;
  readonly value: unknown;
}

/** What a schema says in the words of 2020-12. */
export function listEntries(schema: SchemaObject, draft: Draft): readonly Entry[] {
  const isOld = draft === "7";
  // In draft 7 nothing beside a reference counts, but definitions can be referred to.
  const isReference = isOld && typeof schema["$ref"] === "string";
  return Object.entries(schema).flatMap(([spelled, value]): readonly Entry[] => {
    if (isReference) return spelled === "definitions" ? [{ keyword: spelled, spelled, value }] : [];
    if (isOld && spelled === "items" && Array.isArray(value)) {
      return [{ keyword: "prefixItems", spelled, value }];
    }
    if (isOld && spelled === "additionalItems") {
      return Array.isArray(schema["items"]) ? [{ keyword: "items", spelled, value }] : [];
    }
    if (isOld && spelled === "dependencies" && isObject(value)) return readDependencies(value);
    if (!forms.has(spelled) || (isOld && later.has(spelled))) return [];
    return [{ keyword: spelled as keyof Keywords, spelled, value }];
  });
}

/** Draft 7 has one keyword for two things. */
function readDependencies(dependencies: SchemaObject): readonly Entry[] {
  const all = Object.entries(dependencies);
  const [names, schemas] = [true, false].map((isList) =>
    Object.fromEntries(all.filter(([, each]) => Array.isArray(each) === isList)),
  );
  const entries: readonly Entry[] = [
    { keyword: "dependentRequired", spelled: "dependencies", value: names },
    { keyword: "dependentSchemas", spelled: "dependencies", value: schemas },
  ];
  return entries.filter(({ value }) => Object.keys(value as object).length > 0);
}

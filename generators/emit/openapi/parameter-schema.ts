import type { FieldModel, WellKnown } from "../../model/model.ts";
import { fieldSchema } from "../jsonschema/field-schema.ts";
import type { SchemaObject } from "../jsonschema/schema.ts";
import type { SchemaContext } from "../jsonschema/schema-context.ts";

/** The types of google.protobuf whose JSON is more than one text or number. */
const structured: ReadonlySet<WellKnown> = new Set([
  "Any",
  "Empty",
  "ListValue",
  "NullValue",
  "Struct",
  "Value",
]);

/**
 * The schema of a field in a path or a query, without the comment; undefined for what has no form
 * there. Integers of 64 bits are texts only: a query has no numbers that could be meant.
 */
export function parameterSchema(field: FieldModel, context: SchemaContext): SchemaObject | undefined {
  const { shape } = field;
  if (shape.kind === "map" || shape.type.kind === "message") return undefined;
  if (shape.type.kind === "wellKnown" && structured.has(shape.type.wellKnown)) return undefined;
  return fieldSchema({ ...field, comment: "", deprecated: false }, { ...context, mode: "strict" });
}

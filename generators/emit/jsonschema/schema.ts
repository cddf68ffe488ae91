import type { JsonLiteral } from "../../model/model.ts";

/** A JSON Schema of draft 2020-12 as plain JSON. */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** open: unknown properties are ignored, as the protocol wants of receivers; strict: they are refused. */
export type SchemaMode = "open" | "strict";

/** What a schema is annotated with where it stands. */
export interface Notes {
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly default?: JsonLiteral;
}

/**
 * The schema with annotations. A reference, or a schema of any value, goes into an `allOf`: beside
 * other keywords, generators of types would take the one for another type of the same shape, and the
 * other for an object.
 */
export function annotate(schema: SchemaObject, notes: Notes): SchemaObject {
  const { description = "", deprecated = false, default: absent } = notes;
  const given = {
    ...(description === "" ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
    ...(absent === undefined ? {} : { default: absent }),
  };
  if (Object.keys(given).length === 0) return schema;
  const isApart = "$ref" in schema || Object.keys(schema).length === 0;
  return { ...(isApart ? { allOf: [schema] } : schema), ...given };
}

export interface ObjectInit {
  readonly properties: readonly (readonly [name: string, schema: Schema])[];
  readonly required: readonly string[];
}

/** An object with known properties; closed when the mode is strict. */
export function objectSchema({ properties, required }: ObjectInit, mode: SchemaMode): SchemaObject {
  return {
    type: "object",
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(mode === "strict" ? { additionalProperties: false } : {}),
  };
}

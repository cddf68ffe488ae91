import type { ReferenceObject, SchemaObject } from "openapi3-ts/oas32";
import type { Schema } from "../jsonschema/schema.ts";

/** 3.1 is for generators of code, 3.2 for documentation: it can tell what the events of a stream are. */
export type OpenApiVersion = "3.1" | "3.2";

export interface VersionRow {
  /** The value of the member `openapi`. */
  readonly openapi: string;
  /** Whether a media type can describe the items of a stream. */
  readonly itemSchema: boolean;
  /** Whether a property that must not be there is `false`, which some generators of code overlook. */
  readonly falseSchemas: boolean;
  /** Whether an operation can have any HTTP method. */
  readonly anyMethod: boolean;
  /** Whether OAuth 2.0 has the device flow and the URL of the server's metadata. */
  readonly deviceFlow: boolean;
}

export const openApiVersions = {
  "3.1": { openapi: "3.1.1", itemSchema: false, falseSchemas: false, anyMethod: false, deviceFlow: false },
  "3.2": { openapi: "3.2.0", itemSchema: true, falseSchemas: true, anyMethod: true, deviceFlow: true },
} as const satisfies Record<OpenApiVersion, VersionRow>;

/**
 * The schema as OpenAPI has it, which is JSON Schema 2020-12 too. Linters of OpenAPI refuse the
 * `allOf` with nothing in it by which some generators of types are told of an arbitrary value.
 */
export function toSchemaObject(schema: Schema): SchemaObject | ReferenceObject {
  // The types of OpenAPI list the keywords; a schema is made of the same.
  return withoutEmptyAllOf(schema) as SchemaObject | ReferenceObject;
}

function withoutEmptyAllOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyAllOf);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, item]) => key !== "allOf" || !isEmptyAllOf(item));
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutEmptyAllOf(item)]));
}

function isEmptyAllOf(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => JSON.stringify(item) === "{}");
}

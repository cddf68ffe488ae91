/** A schema of JSON Schema 2020-12: an object of keywords, or true (anything) and false (nothing). */
export type Schema = boolean | SchemaObject;

/** The keywords of a schema, as JSON.parse reads them. */
export interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** Whether a value is a schema other than true and false: a JSON object. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

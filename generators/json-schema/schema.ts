/** A JSON Schema; true takes every value, false none. */
export type Schema = boolean | SchemaObject;

export type SchemaObject = Readonly<Record<string, unknown>>;

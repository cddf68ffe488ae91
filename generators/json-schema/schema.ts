/** A JSON Schema; true accepts every value, and false refuses every value. */
export type Schema = boolean | SchemaObject;

export type SchemaObject = Readonly<Record<string, unknown>>;

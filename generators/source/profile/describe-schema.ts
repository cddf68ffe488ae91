import { joinWithOr } from "./describe-value.ts";

/** The part of a JSON Schema that descriptions are made from. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly allOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

const typeNames: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "an integer",
  null: "nothing",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Says what a schema wants, for "expected ..."; `root` is where its references lead. */
export function describeSchema(schema: SchemaNode, root: SchemaNode): string {
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (target !== undefined) return describeSchema(resolveReference(target, root), root);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return joinWithOr(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.oneOf !== undefined) return joinWithOr(schema.oneOf.map((arm) => describeSchema(arm, root)));
  return describeType(schema.type ?? []);
}

/** Says what the keyword `type` wants. */
export function describeType(type: string | readonly string[]): string {
  return joinWithOr([type].flat().map((name) => typeNames[name] ?? name));
}

function resolveReference(reference: string, root: SchemaNode): SchemaNode {
  const step = (node: unknown, key: string): unknown => (node as Readonly<Record<string, unknown>>)[key];
  // ajv has compiled the schema, so the reference leads to one.
  return reference.split("/").slice(1).reduce(step, root) as SchemaNode;
}

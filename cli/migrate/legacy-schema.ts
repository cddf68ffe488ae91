import schema from "../../profiles/a2a-0.3.schema.json" with { type: "json" };

/** A part of a JSON Schema, as far as migrations read it. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/** One of the types that a value may have; `name` is that of its definition. */
export interface Variant {
  readonly name: string | undefined;
  readonly node: SchemaNode;
}

export interface Discriminator {
  readonly field: string;
  readonly value: string;
}

// Sound for what migrations read of it; the schema is part of the toolchain.
const definitions = new Map(Object.entries(schema.definitions as unknown as Record<string, SchemaNode>));
const prefix = "#/definitions/";

export const definitionNames: readonly string[] = [...definitions.keys()];

/**
 * The definition of a type of 0.3. Code generated from the schema has `Message1` and `Message2` beside
 * `Message`; all of them are one definition.
 */
export function findDefinition(typeName: string): string | undefined {
  if (definitions.has(typeName)) return typeName;
  const plain = typeName.replace(/\d+$/, "");
  return definitions.has(plain) ? plain : undefined;
}

export function refTo(definition: string): SchemaNode {
  return { $ref: prefix + definition };
}

/** The types that a value of the node may have, with references and unions resolved. */
export function variantsOf(node: SchemaNode): readonly Variant[] {
  const variants: Variant[] = [];
  const visit = (each: SchemaNode, name: string | undefined): void => {
    const target = each.$ref?.startsWith(prefix) ? each.$ref.slice(prefix.length) : undefined;
    const definition = target === undefined ? undefined : definitions.get(target);
    if (definition !== undefined) visit(definition, target);
    else if (each.anyOf !== undefined) for (const member of each.anyOf) visit(member, undefined);
    else if (!variants.some((known) => known.node === each)) variants.push({ name, node: each });
  };
  visit(node, undefined);
  return variants;
}

/** Names of the definitions among the types of a value. */
export function namesOf(node: SchemaNode): readonly string[] {
  return variantsOf(node).flatMap(({ name }) => (name === undefined ? [] : [name]));
}

export function fieldOf(definition: string, field: string): SchemaNode | undefined {
  const properties = definitions.get(definition)?.properties;
  return properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : undefined;
}

export function fieldsOf(definition: string): readonly string[] {
  return Object.keys(definitions.get(definition)?.properties ?? {});
}

/** The constant by which a type is told from others: `kind`, or `type` of a security scheme. */
export function discriminatorOf(definition: string): Discriminator | undefined {
  if (isEnvelope(definition)) return undefined;
  for (const field of fieldsOf(definition)) {
    const value = fieldOf(definition, field)?.const;
    if (typeof value === "string") return { field, value };
  }
  return undefined;
}

/** Whether the type is that of a JSON-RPC request or response, or a union of them. */
export function isEnvelope(definition: string): boolean {
  return variantsOf(refTo(definition)).some(({ node }) => node.properties?.["jsonrpc"] !== undefined);
}

/** The types that a stream has as its events. */
export const eventNames: readonly string[] = namesOf(
  fieldOf("SendStreamingMessageSuccessResponse", "result") ?? {},
);

/** The types that the answer to a message may have. */
export const answerNames: readonly string[] = namesOf(fieldOf("SendMessageSuccessResponse", "result") ?? {});

export const partNames: readonly string[] = namesOf(refTo("Part"));

export const securitySchemeNames: readonly string[] = namesOf(refTo("SecurityScheme"));

export const taskStates: readonly string[] = definitions.get("TaskState")?.enum ?? [];

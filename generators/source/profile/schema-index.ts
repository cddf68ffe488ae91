/** The definitions of a JSON Schema, as far as profiles refer to them. */
export interface SchemaIndex {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** A property's schema by "Definition.property"; undefined when there is none. */
  property(member: string): SchemaNode | undefined;
  /** The values of a definition that is an enumeration; none for another one. */
  valuesOf(name: string): readonly unknown[];
}

/** A schema, read through its own members only. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Looks definitions up in a schema of any form; what it does not have is not found. */
export function createSchemaIndex(schema: unknown): SchemaIndex {
  const definitions = asNode(own(schema, "definitions") ?? own(schema, "$defs"));
  const definition = (name: string): SchemaNode | undefined => asNode(own(definitions, name));
  return {
    names: Object.keys(definitions ?? {}),
    has: (name) => definition(name) !== undefined,
    property(member) {
      const [name = "", property = ""] = member.split(".");
      return asNode(own(own(definition(name), "properties"), property));
    },
    valuesOf(name) {
      const values = own(definition(name), "enum");
      return Array.isArray(values) ? (values as readonly unknown[]) : [];
    },
  };
}

/** The name of the definition that a schema refers to, itself or by its elements; undefined when it does not. */
export function referenceOf(node: SchemaNode | undefined): string | undefined {
  const reference = own(node, "$ref") ?? own(own(node, "items"), "$ref");
  return typeof reference === "string" ? reference.slice(reference.lastIndexOf("/") + 1) : undefined;
}

function own(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as SchemaNode)[name]
    : undefined;
}

function asNode(value: unknown): SchemaNode | undefined {
  return typeof value === "object" && value !== null ? (value as SchemaNode) : undefined;
}

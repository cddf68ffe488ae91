// A JSON Schema as it was read: plain data, without keywords.

export type Literal = string | number | boolean | null;

export type ScalarType = "string" | "integer" | "number" | "boolean" | "null";

/** What a property, an element or an arm of a union may be. */
export type Node =
  /** Any JSON value. */
  | { readonly kind: "any" }
  /** An object with any members. */
  | { readonly kind: "record" }
  /** One of several scalar types. */
  | { readonly kind: "scalar"; readonly types: readonly ScalarType[] }
  /** One constant, or one of an enumeration. */
  | { readonly kind: "literals"; readonly values: readonly Literal[]; readonly isConstant: boolean }
  | { readonly kind: "list"; readonly element: Node; readonly least: number }
  | { readonly kind: "map"; readonly value: Node }
  | { readonly kind: "ref"; readonly name: string };

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly node: Node;
  readonly doc: string;
  readonly deprecated: boolean;
  readonly default: Literal | undefined;
}

export type Body =
  | { readonly kind: "object"; readonly properties: readonly Property[] }
  | { readonly kind: "union"; readonly arms: readonly Node[]; readonly exclusive: boolean }
  /** Strings with names: an object of constants. */
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "alias"; readonly node: Node };

export interface Definition {
  readonly name: string;
  /** Where it stands in the schema. */
  readonly pointer: string;
  readonly doc: string;
  readonly deprecated: boolean;
  /** Whether it stands inside another definition, and has no name that users see. */
  readonly hidden: boolean;
  readonly body: Body;
}

/** The definitions of a schema by name: those of the schema in its order, then the hidden ones. */
export type Definitions = ReadonlyMap<string, Definition>;

/** The definition that a node refers to; reading has made sure that it is there. */
export function definitionOf(name: string, definitions: Definitions): Definition {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`no definition ${name}`);
  return definition;
}

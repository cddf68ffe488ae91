import type { JsonValue } from "@a2agen/runtime";
import type { Tokens } from "../json-schema/json-pointer.ts";
import type { Schema } from "../json-schema/schema.ts";
import type { Position } from "../model/model.ts";

/** The types that JSON Schema tells apart, in the order in which texts list them. */
export const jsonTypes = ["object", "array", "string", "number", "integer", "boolean", "null"] as const;
export type JsonType = (typeof jsonTypes)[number];

export type Draft = "7" | "2020-12";

/** A file of schemas. */
export interface SchemaDocument {
  /** As it was given: what references name is found relative to its folder. */
  readonly path: string;
  readonly draft: Draft;
  readonly json: unknown;
  /** The path as a URI, by which other documents may refer to it. */
  readonly uri: string;
}

type Nodes = readonly SchemaNode[];
type NodesByName = ReadonlyMap<string, SchemaNode>;

/** What a schema says, in the words of 2020-12 whatever its draft; absent keywords are undefined. */
export interface Keywords {
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly type?: readonly JsonType[];
  readonly const?: { readonly value: JsonValue };
  readonly enum?: readonly JsonValue[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly $defs?: NodesByName;
  readonly definitions?: NodesByName;
  readonly properties?: NodesByName;
  readonly patternProperties?: NodesByName;
  readonly additionalProperties?: SchemaNode;
  readonly unevaluatedProperties?: SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: NodesByName;
  readonly prefixItems?: Nodes;
  readonly items?: SchemaNode;
  readonly unevaluatedItems?: SchemaNode;
  readonly contains?: SchemaNode;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: Nodes;
  readonly anyOf?: Nodes;
  readonly oneOf?: Nodes;
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
}

/** A schema at its place. */
export interface SchemaNode {
  readonly document: SchemaDocument;
  /** From the root of the document. */
  readonly tokens: Tokens;
  readonly position: Position;
  /** Its place, the same for the same node: "a.json#/$defs/A". */
  readonly key: string;
  /** As it stands in the file. */
  readonly json: Schema;
  /** The URI against which its references are resolved. */
  readonly base: string;
  readonly says: Keywords;
  /** What `$ref` and `$dynamicRef` refer to. */
  readonly refs: readonly SchemaNode[];
}

/** All schemas of the given documents. */
export interface SchemaSet {
  readonly documents: readonly SchemaDocument[];
  readonly nodes: ReadonlyMap<string, SchemaNode>;
  /** The schema at "file.json#/$defs/X"; undefined where there is none. */
  find(ref: string): SchemaNode | undefined;
}

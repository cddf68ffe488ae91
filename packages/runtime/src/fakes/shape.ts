import type { JsonValue } from "../core/json.ts";
import type { ValueRules } from "../core/rules.ts";

/** A type without parts; "struct", "value" and "array" hold any JSON, "number" what JSON writes so. */
export type Leaf =
  | "text"
  | "bool"
  | "bytes"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "integer"
  | "number"
  | "float"
  | "double"
  | "timestamp"
  | "duration"
  | "mask"
  | "struct"
  | "value"
  | "array"
  | "null"
  | "empty"
  | "any";

/** What a value is made by: a leaf, "#" with the name of a type of the table, or a type of parts. */
export type Shape =
  | Leaf
  | `#${string}`
  | RuledLeaf
  | ListShape
  | MapShape
  | UnionShape
  | ChoiceShape
  | ObjectShape;

export interface RuledLeaf {
  readonly leaf: Leaf;
  readonly rules: ValueRules;
}

export interface ListShape {
  readonly list: Shape;
  readonly least?: number;
  readonly most?: number;
  readonly unique?: boolean;
}

export interface MapShape {
  readonly map: Shape;
  /** Text unless given. */
  readonly key?: Shape;
  readonly least?: number;
  readonly most?: number;
}

export interface UnionShape {
  readonly anyOf: readonly Shape[];
}

/** One of some constants. */
export interface ChoiceShape {
  readonly in: readonly JsonValue[];
}

export interface ObjectShape {
  readonly fields: { readonly [name: string]: Shape };
  readonly required?: readonly string[];
  /** Fields that readers take in other forms too, or fill in where they are absent. */
  readonly mended?: readonly string[];
  readonly oneofs?: readonly OneofShape[];
  readonly hints?: readonly Hint[];
}

export interface OneofShape {
  readonly members: readonly string[];
  readonly required?: boolean;
  /** Whether readers pass over elements of lists of which they know no member. */
  readonly open?: boolean;
}

/** What makes a made-up object plausible; paths as in "status.message", through each element of lists. */
export interface Hint {
  /** Holds where the value at each path is one of these. */
  readonly when?: { readonly [path: string]: readonly unknown[] };
  /** What is there then, or not there. */
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  /** One of the values stands there, if anything does; for elements of lists they take turns. */
  readonly put?: { readonly [path: string]: readonly unknown[] };
}

/** Types by their full names. */
export interface FakeTypes {
  readonly [typeName: string]: Shape;
}

/** The shape behind references. */
export function resolveShape(shape: Shape, types: FakeTypes): Exclude<Shape, `#${string}`> {
  let found = shape;
  while (isReference(found)) {
    const next = types[found.slice(1)];
    if (next === undefined) throw new Error(`the table of types lacks ${found.slice(1)}`);
    found = next;
  }
  return found;
}

export function isReference(shape: Shape): shape is `#${string}` {
  return typeof shape === "string" && shape.startsWith("#");
}

export function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === "object" && "fields" in shape;
}

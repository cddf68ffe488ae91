import type { Piece } from "../print/piece.ts";
import type { SchemaContext } from "./schema-context.ts";
import type { SchemaNode } from "./schema-node.ts";

/** A regular expression, the members of a set, or a JSON value. */
export type ConstantKind = "patternOf" | "valuesOf" | "constantOf";

/** What the parts of a check share. */
export interface CheckContext extends SchemaContext {
  /** The schema whose function is printed. */
  readonly self: SchemaNode;
  /** The name of a constant of the module: the same for the same text. */
  constant(node: SchemaNode, kind: ConstantKind, text: string): string;
  /** A call of a schema's check; `inside` for a value in the one that is checked. */
  call(node: SchemaNode, value: Piece, place: "same" | "inside"): Piece;
  /** A condition that is true for values which fit a schema. */
  fits(node: SchemaNode, value: Piece, place: "same" | "inside"): Piece;
}

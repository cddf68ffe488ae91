import type { Diagnostics } from "../model/diagnostics.ts";
import type { SourceFile } from "../print/source-file.ts";
import type { Shape } from "./object-shape.ts";
import { type SchemaNames, stemOf } from "./schema-names.ts";
import type { SchemaNode } from "./schema-node.ts";
import type { TypeSet } from "./type-sets.ts";

/** What the printers of one file share. */
export interface SchemaContext {
  readonly out: SourceFile;
  readonly names: SchemaNames;
  readonly diagnostics: Diagnostics;
  /** The schemas whose checks may come back to themselves, deeper in the value. */
  readonly recursive: ReadonlySet<string>;
  /** Called for a schema whose type is to be declared. */
  need(node: SchemaNode, surroundings: Surroundings): void;
}

/** What is known of a value where a schema is applied to it. */
export interface Surroundings {
  /** The types that can occur there. */
  readonly among?: TypeSet;
  /** What applies to the same value outside of a union whose arm this is. */
  readonly around?: readonly Shape[];
}

/** The modules of a file of schemas, for imports. */
export function typesModule({ document }: SchemaNode): string {
  return `./${stemOf(document.path)}_types`;
}

export function checksModule({ document }: SchemaNode): string {
  return `./${stemOf(document.path)}_json`;
}

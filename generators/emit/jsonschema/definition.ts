import type { FileModel } from "../../model/model.ts";
import type { SchemaObject } from "./schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** One entry of a bundle, which is also a separate file. */
export interface Definition {
  readonly name: string;
  /** The files that it is made from. */
  readonly files: readonly FileModel[];
  readonly build: (context: SchemaContext) => SchemaObject;
}

import type { ModelIndex } from "../../model/index-model.ts";
import type { SchemaMode } from "./schema.ts";

/** What the schemas of one document share. */
export interface SchemaContext {
  readonly index: ModelIndex;
  readonly mode: SchemaMode;
  /** The `$ref` of a message or an enum, from the document that is written. */
  readonly typeRef: (typeName: string) => string;
  /** The `$ref` of a definition of the same package, by its name. */
  readonly localRef: (name: string) => string;
  /** A name that no definition and no other title of the package has. */
  readonly title: (wanted: string) => string;
}

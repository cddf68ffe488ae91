import type { Diagnostics } from "../../model/diagnostics.ts";
import type { TypeOf } from "../../model/extension-manifest.ts";
import type { FileModel, MessageModel } from "../../model/model.ts";
import type { Carrier, DataType } from "./resolved-extension.ts";
import type { TypeIndex } from "./type-index.ts";

/** Where the names in the terms of an extension are looked up: in protos, or in schemas and the core. */
export interface TermsContext {
  /** The extension in problems. */
  readonly extension: string;
  /** All files, those of the core among them. */
  readonly files: readonly FileModel[];
  readonly types: TypeIndex;
  readonly diagnostics: Diagnostics;
  /** The type of data; undefined, and reported, for what is not there. */
  readonly findType: (type: TypeOf) => FoundType | undefined;
  /** The object of a name; undefined, and reported, for one that cannot carry data. */
  readonly findObject: (name: string) => Carrier | undefined;
  /** How the terms name a message. */
  readonly nameOf: (message: MessageModel) => string;
}

/** A type of data, with the JSON names of its members. */
export interface FoundType {
  readonly type: DataType;
  readonly members: readonly string[];
}

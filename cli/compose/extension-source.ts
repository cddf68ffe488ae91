import type { ExtensionState } from "../../runtime/negotiation/extension-state.ts";
import type { ManifestEntry } from "./read-manifest.ts";
import type { SchemaFile } from "./schema-file.ts";

/** An extension with the file that defines it. */
export interface ExtensionSource {
  readonly file: SchemaFile;
  readonly identifier: string;
  readonly version: string | undefined;
  readonly state: ExtensionState;
  readonly entry: ManifestEntry | undefined;
}

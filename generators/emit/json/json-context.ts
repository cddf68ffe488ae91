import type { ModelIndex } from "../../model/index-model.ts";
import type { FileModel } from "../../model/model.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** What the emitters of one file's parts share. */
export interface JsonContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly file: FileModel;
}

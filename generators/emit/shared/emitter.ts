import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** Turns the model into TypeScript files; pure, so that the same model gives the same bytes. */
export type Emitter = (model: Model, diagnostics: Diagnostics) => readonly SourceFile[];

/** A file of another kind: JSON, YAML, Markdown. */
export interface DataFile {
  /** Path below the output root, with extension. */
  readonly path: string;
  /** Ends with a line end. */
  readonly text: string;
}

export interface DataEmitterContext {
  readonly diagnostics: Diagnostics;
  /** Name and version of the toolchain, "a2agen 0.1.0". */
  readonly generator: string;
}

/** Turns the model into files of another kind; pure too. */
export type DataEmitter = (model: Model, context: DataEmitterContext) => readonly DataFile[];

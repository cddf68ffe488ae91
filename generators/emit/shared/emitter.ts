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
  /** What documents say of who publishes them, where no profile does. */
  readonly publisher?: Publisher;
}

/** Whose a document is, for protos that are not those of a protocol. */
export interface Publisher {
  readonly title?: string;
  /** An SPDX expression, or what package.json says. */
  readonly license?: string;
  /** "Name <mail> (URL)", each part of it or one alone. */
  readonly contact?: string;
}

/** Turns the model into files of another kind; pure too. */
export type DataEmitter = (model: Model, context: DataEmitterContext) => readonly DataFile[];

import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Model } from "../../model/model.ts";
import type { SourceFile } from "../../print/source-file.ts";

/** Turns the model into files; pure, so that the same model gives the same bytes. */
export type Emitter = (model: Model, diagnostics: Diagnostics) => readonly SourceFile[];

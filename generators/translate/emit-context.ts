import type { SourceFile } from "../print/source-file.ts";
import type { Side, TranslationPlan } from "./plan.ts";

/** What the functions of a file share. */
export interface EmitContext {
  readonly out: SourceFile;
  readonly plan: TranslationPlan;
  /** Sets that functions look things up in: name to elements. They are printed after the functions. */
  readonly sets: Map<string, readonly string[]>;
}

/** The functions of one direction: what they read and what they make. */
export interface Direction {
  /** Begins the names of the functions. */
  readonly verb: "upgrade" | "downgrade";
  readonly from: Side;
  readonly to: Side;
}

export const directions: readonly Direction[] = [
  { verb: "upgrade", from: "older", to: "newer" },
  { verb: "downgrade", from: "newer", to: "older" },
];

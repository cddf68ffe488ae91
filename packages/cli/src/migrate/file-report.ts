import type { TextChange } from "@a2agen/terminal/show-diff.ts";

/** The outcome of one file or of several; all lines are for people. */
export interface FileReport {
  readonly changes?: readonly FileChange[];
  /** Notes, which stop nothing. */
  readonly notes?: readonly string[];
  /** How many places are left to do by hand. */
  readonly left?: number;
  /** npm packages that changed files need and that are not among the dependencies. */
  readonly missing?: readonly string[];
  /** Reasons to write no file at all. */
  readonly errors?: readonly string[];
  /** Files that stay as they are. */
  readonly unchanged?: readonly string[];
}

export interface FileChange extends TextChange {
  readonly summary: string;
}

import type { TextChange } from "./show-diff.ts";

/** A file that changes, and what to say of it. */
export interface FileChange extends TextChange {
  readonly summary: string;
}

/** What became of one file, or of some; all lines are for people. */
export interface FileReport {
  readonly changes: readonly FileChange[];
  /** Things to know, which do not stop anything. */
  readonly notes: readonly string[];
  /** Things because of which nothing is written. */
  readonly errors: readonly string[];
  /** Of files that stay as they are. */
  readonly unchanged: readonly string[];
}

/** Of a file of which there is nothing to say. */
export const nothing: FileReport = { changes: [], notes: [], errors: [], unchanged: [] };

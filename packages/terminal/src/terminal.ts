import type { Style } from "./style.ts";

/** Where a command writes. */
export interface Terminal {
  /** Characters in a line; undefined where that is not known. */
  readonly columns?: number | undefined;
  /** Colours of standard output and standard error; plain when absent. */
  readonly style?: { readonly out: Style; readonly err: Style };
  /** Says on a terminal which slow step begins, until the next text or step; absent without progress. */
  step?(label: string | undefined): Promise<void>;
  /** What was asked for, to standard output. */
  out(text: string | Uint8Array): void;
  /** What went wrong or should be known, to standard error; ends with a line end. */
  err(text: string): void;
  /** A line of our own that is drawn and erased again; absent without progress. */
  draw?(text: string): void;
}

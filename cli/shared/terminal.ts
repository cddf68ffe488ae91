/** Where a command writes. */
export interface Terminal {
  /** Characters in a line; undefined where that is not known. */
  readonly columns?: number | undefined;
  /** What was asked for, to standard output. */
  out(text: string | Uint8Array): void;
  /** What went wrong or should be known, to standard error; ends with a line end. */
  err(text: string): void;
}

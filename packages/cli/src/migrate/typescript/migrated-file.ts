export interface MigratedFile {
  readonly path: string;
  /** The original text when nothing changed. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Something to look at by hand; the place is in the migrated text, line and column begin at 1. */
export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

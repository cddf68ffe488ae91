/** What a person has to look at, and why; the place is one of the migrated text, both numbers from 1. */
export interface Finding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

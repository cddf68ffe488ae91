/** What is wrong with a manifest. */
export interface TranslationProblem {
  /** Keys into the manifest: of what is wrong, or of where something is missing. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
  readonly found: string;
}

/** What schemas may have, so that hostile ones take a bounded time; real ones have a hundredth of it. */
export const limits = {
  /** Objects and arrays inside one another in a file. */
  levels: 200,
  /** JSON values in all files together. */
  values: 1_000_000,
  schemas: 20_000,
  /** Values of one enum. */
  choices: 5_000,
  /** Schemas that apply to one another without a cycle: the checks call each other. */
  chain: 500,
  /** Characters of a regular expression. */
  pattern: 2_000,
} as const;

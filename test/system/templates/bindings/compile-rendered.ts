/** The packages are taken from their sources, as everywhere in the tests, and are compiled elsewhere. */
export const sourceOptions = {
  customConditions: ["a2agen-source"],
  allowImportingTsExtensions: true,
} as const;

/** What a compiler says, without what it says of those sources. */
export function sourceProblems(said: string): string {
  return said
    .split("\n")
    .filter((line) => !/^(?:\.\.\/)+(?:runtime|generated)\//.test(line))
    .join("\n")
    .trim();
}

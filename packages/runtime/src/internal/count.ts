const rules = new Intl.PluralRules("en");

/** The form of a word beside a number: "is" or "are". */
export function plural(number: number, [one, more]: readonly [one: string, more: string]): string {
  return rules.select(number) === "one" ? one : more;
}

/** A number of what a noun with a plain plural names: "1 file", "2 files". */
export function count(number: number, noun: string): string {
  return `${number} ${plural(number, [noun, `${noun}s`])}`;
}

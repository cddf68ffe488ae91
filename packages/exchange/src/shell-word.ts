/** A text as one word of a shell's command line: identifiers come from agents, and are copied by people. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

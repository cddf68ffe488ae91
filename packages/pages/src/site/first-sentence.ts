/** On one line, without the marks of Markdown for code. */
export function firstSentence(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("`", "").trim();
  return /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
}

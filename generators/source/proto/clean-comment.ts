/** Lines that speak to a linter or a documentation builder and not to the reader. */
const directive = /^\s*(?:protolint:|buf:lint:|--8<--|Next ID:|\[(?:START|END) )/i;

/** The text of a proto comment for people: directives and common indentation removed. */
export function cleanComment(comment: string): string {
  if (comment === "") return "";
  // Most comments have one line, of a word or a sentence.
  if (comment.indexOf("\n") === comment.length - 1 && !comment.includes("(--")) {
    return directive.test(comment) ? "" : comment.trim();
  }
  const lines = comment
    .replace(/\(--[\s\S]*?--\)/g, "")
    .split("\n")
    .filter((line) => !directive.test(line))
    .map((line) => line.trimEnd());
  const indents = lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, 80);
  return lines
    .map((line) => line.slice(indent))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

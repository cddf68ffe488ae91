/**
 * What a terminal would take as a command, or would show in another order than it is: control characters
 * of C0 and C1, and the marks and overrides of text direction.
 */
const unsafe = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

declare const isSafe: unique symbol;

/**
 * A text without anything that a terminal acts upon but our own colours. The functions of this module make it
 * of texts of others, and `safe` of texts in the code: no other string passes for one.
 */
export type SafeText = string & { readonly [isSafe]: true };

/** A text of our own, with numbers and safe texts in it: safe`task ${safeLine(id)}`. */
export function safe(parts: TemplateStringsArray, ...values: readonly (SafeText | number)[]): SafeText {
  return String.raw({ raw: parts }, ...values) as SafeText;
}

/** Safe texts, one after the other. */
export function joinSafe(texts: readonly SafeText[], separator: SafeText): SafeText {
  return texts.join(separator) as SafeText;
}

/** Makes untrusted text safe to print: escapes control characters except tabs and newlines. */
export function safeText(text: string): SafeText {
  return text.replaceAll("\r\n", "\n").replaceAll(unsafe, makeVisible) as SafeText;
}

/** The same in one line: names, identifiers, addresses. */
export function safeLine(text: string, limit = 500): SafeText {
  const line = safeText(text).replaceAll("\n", "␊").replaceAll("\t", "␉");
  return (line.length > limit ? `${line.slice(0, limit)}…` : line) as SafeText;
}

/** JSON that means the same and has nothing in it that a terminal acts upon. */
export function safeJson(value: unknown, indent?: number): SafeText {
  return (JSON.stringify(value, undefined, indent) ?? "null").replaceAll(
    unsafe,
    // Line ends between members are below the range of what is escaped.
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  ) as SafeText;
}

function makeVisible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Rows of words below one another; the last column has any width. */
export function alignColumns(rows: readonly (readonly SafeText[])[]): readonly SafeText[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? "").length), 0),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
    );
    return cells.join("  ").trimEnd() as SafeText;
  });
}

const colourOrUnsafe = new RegExp(`\u001b\\[(?:1|2|22|3[1236]|39)m|${unsafe.source}`, "gu");

/** The last line of defence for terminals: untrusted text that came this far can only set colours. */
export function guardTerminal(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(colourOrUnsafe, (found) => (found.length > 1 ? found : makeVisible(found)));
}

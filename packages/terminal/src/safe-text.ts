/**
 * What a terminal would take as a command, or would show in another order than it is: control characters
 * of C0 and C1, and the marks and overrides of text direction.
 */
const unsafe = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Text of others for people: lines and tabs stay, everything else of a terminal's own is made visible. */
export function safeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(unsafe, makeVisible);
}

/** The same in one line: names, identifiers, addresses. */
export function safeLine(text: string, limit = 500): string {
  const line = safeText(text).replaceAll("\n", "␊").replaceAll("\t", "␉");
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/** JSON that means the same and has nothing in it that a terminal acts upon. */
export function safeJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? "null").replaceAll(
    unsafe,
    // Line ends between members are below the range of what is escaped.
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function makeVisible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

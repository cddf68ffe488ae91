import { code, type Piece } from "./piece.ts";

/**
 * Marks around what TypeScript has and JavaScript does not, so that both come from one print and neither
 * needs a parser. They are in no text of emitters: literals escape control characters, and comments lose
 * them.
 */
const open = "\u0001";
const close = "\u0002";

/** A text that only TypeScript has. */
export function markTypes(text: string): string {
  return `${open}${text}${close}`;
}

/** Types in a statement that JavaScript has too: code`let a${ts`: ${type}`} = 1;`. */
export function ts(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const types = code(strings, ...pieces);
  return typeof types === "string" ? markTypes(types) : [open, types, close];
}

/** A printed text as TypeScript. */
export function withoutMarks(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are such characters
  return text.replaceAll(/[\u0001\u0002]/g, "");
}

/** A printed text as JavaScript. */
export function withoutTypes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are such characters
  return text.replaceAll(/\u0001[^\u0002]*\u0002/g, "");
}

import type { ts as tsTypes } from "ts-morph";
import type { TypeScript } from "./generated-code.ts";

/** How an author writes, as far as it can be seen in a file. */
export interface FileStyle {
  readonly quote: '"' | "'";
  /** ";" or nothing. */
  readonly semicolon: string;
  /** One step of indentation. */
  readonly indent: string;
}

export function readStyle(ts: TypeScript, file: tsTypes.SourceFile): FileStyle {
  const { text } = file;
  let withSemicolon = 0;
  let without = 0;
  let single = 0;
  let double = 0;
  const visit = (node: tsTypes.Node): void => {
    if (isTerminated(ts, node)) {
      if (text.charAt(node.end - 1) === ";") withSemicolon++;
      else without++;
    }
    if (ts.isStringLiteral(node)) {
      if (text.charAt(node.getStart(file)) === "'") single++;
      else double++;
    }
    node.forEachChild(visit);
  };
  visit(file);
  return {
    quote: single > double ? "'" : '"',
    semicolon: without > withSemicolon ? "" : ";",
    indent: /\n(\t| {2,8})\S/.exec(text)?.[1] ?? "  ",
  };
}

function isTerminated(ts: TypeScript, node: tsTypes.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExpressionStatement(node) ||
    ts.isReturnStatement(node) ||
    ts.isVariableStatement(node) ||
    ts.isThrowStatement(node)
  );
}

/** White space at the beginning of the line of a place. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}

/** Whether only white space stands before a place in its line. */
export function beginsLine(text: string, position: number): boolean {
  return /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", position - 1) + 1, position));
}

/** A text as a literal in quotes of that kind. */
export function quoted(text: string, { quote }: Pick<FileStyle, "quote">): string {
  const literal = JSON.stringify(text);
  return quote === '"' ? literal : `'${literal.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

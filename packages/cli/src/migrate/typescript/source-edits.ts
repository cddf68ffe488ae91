import { ts } from "ts-morph";
import { type Piece, TextEdits } from "./text-edits.ts";

type Span = readonly [start: number, end: number];

/** Changes of a TypeScript file, in terms of its nodes and lines. */
export class SourceEdits extends TextEdits {
  readonly #file: ts.SourceFile;
  #templates: readonly Span[] | undefined;

  constructor(file: ts.SourceFile) {
    super(file.text);
    this.#file = file;
  }

  /** The text of a node, with the changes inside of it. */
  copy(node: ts.Node): Piece {
    return { from: node.getStart(this.#file), to: node.end };
  }

  replaceNode(node: ts.Node, ...pieces: Piece[]): void {
    this.replace(node.getStart(this.#file), node.end, ...pieces);
  }

  /** Replaces the content of a string, and keeps its quotes. */
  replaceString(literal: ts.StringLiteralLike, text: string): void {
    this.replace(literal.getStart(this.#file) + 1, literal.end - 1, text);
  }

  insertBefore(node: ts.Node, text: string): void {
    this.insert(node.getStart(this.#file), text);
  }

  insertAround(node: ts.Node, before: string, after: string): void {
    this.insertBefore(node, before);
    this.insert(node.end, after);
  }

  /** Puts an expression into an object as its member, on separate lines if it has several. */
  wrap(expression: ts.Expression, member: string): void {
    if (this.isOneLine(expression)) {
      this.insertAround(expression, `{ ${member}: `, " }");
      return;
    }
    const indent = this.indentAt(expression);
    this.insertAround(expression, `{\n${indent}${this.indentUnit}${member}: `, `,\n${indent}}`);
    this.shiftLines(expression.getStart(this.#file), expression.end, this.indentUnit.length);
  }

  /** White space at the beginning of the line of a place. */
  indentAt(place: ts.Node | number): string {
    const start = this.#lineStart(this.#offset(place));
    return /^[ \t]*/.exec(this.#file.text.slice(start, start + 400))?.[0] ?? "";
  }

  /** The indentation of a block against the line that opens it; a guess in files without blocks. */
  get indentUnit(): string {
    return /\n(\t| {2,})\S/.exec(this.#file.text)?.[1] ?? "  ";
  }

  isOneLine(node: ts.Node): boolean {
    return !this.#file.text.slice(node.getStart(this.#file), node.end).includes("\n");
  }

  /** True when only white space stands before the place on its line. */
  startsLine(place: ts.Node | number): boolean {
    const offset = this.#offset(place);
    return this.#file.text.slice(this.#lineStart(offset), offset).trim() === "";
  }

  /** Moves the lines that begin in a stretch; the text of templates is left alone. */
  shiftLines(from: number, to: number, by: number): void {
    if (by === 0) return;
    const { text } = this.#file;
    this.#templates ??= findTemplates(this.#file);
    for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) {
      const start = at + 1;
      const isBlank = /^[ \t]*\r?(?:\n|$)/.test(text.slice(start, start + 400));
      const isText = this.#templates.some(([first, last]) => first < start && start < last);
      if (!isBlank && !isText) this.shift(start, by);
    }
  }

  /** Removes elements of a list with the commas and lines that they leave behind. */
  removeElements(list: ts.NodeArray<ts.Node>, gone: ReadonlySet<ts.Node>): void {
    const { text } = this.#file;
    const lastKept = list.findLast((node) => !gone.has(node));
    const [first] = list;
    const isTail = (node: ts.Node): boolean => lastKept === undefined || node.pos >= lastKept.end;
    list.forEach((node, index) => {
      const next = list[index + 1];
      if (!gone.has(node) || isTail(node) || next === undefined) return;
      const start = node.getStart(this.#file);
      this.remove(start, afterComma(text, node.end, next.getStart(this.#file)));
    });
    const last = list.at(-1);
    if (first === undefined || last === undefined || !isTail(last)) return;
    const end = list.hasTrailingComma ? list.end : last.end;
    if (lastKept === undefined) this.remove(first.getStart(this.#file), end);
    // With a comma at the end, the one of the last kept element stays in its place.
    else this.remove(list.hasTrailingComma ? text.indexOf(",", lastKept.end) + 1 : lastKept.end, end);
  }

  #offset(place: ts.Node | number): number {
    return typeof place === "number" ? place : place.getStart(this.#file);
  }

  #lineStart(offset: number): number {
    return this.#file.text.lastIndexOf("\n", offset - 1) + 1;
  }
}

/** Stretches in which white space counts. */
function findTemplates(file: ts.SourceFile): readonly Span[] {
  const found: Span[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isTemplateLiteralToken(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node)
    ) {
      found.push([node.getStart(file), node.end]);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The place after the comma of an element and its comment on the same line. */
function afterComma(text: string, end: number, next: number): number {
  const comma = text.indexOf(",", end) + 1;
  const line =
    /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\r?\n))?/.exec(text.slice(comma, next))?.[0] ?? "";
  const rest = text.slice(comma + line.length, next);
  return comma + line.length + (/^\s*/.exec(rest)?.[0].length ?? 0);
}

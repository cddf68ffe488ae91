import type { ts } from "ts-morph";
import type { MigrationContext } from "./migration-context.ts";

const templates = new WeakMap<ts.SourceFile, readonly (readonly [from: number, to: number])[]>();

/** Where the line of a place begins. */
export function lineStartOf(file: ts.SourceFile, position: number): number {
  return file.text.lastIndexOf("\n", position - 1) + 1;
}

/** White space at the beginning of the line of a place. */
export function indentOf(file: ts.SourceFile, position: number): string {
  const start = lineStartOf(file, position);
  return /^[ \t]*/.exec(file.text.slice(start, start + 400))?.[0] ?? "";
}

export function isOneLine(file: ts.SourceFile, from: number, to: number): boolean {
  return !file.text.slice(from, to).includes("\n");
}

/** By what a block is indented against the line that opens it: a guess for a block of one line. */
export function indentUnit(file: ts.SourceFile): string {
  return /\n(\t| {2,})\S/.exec(file.text)?.[1] ?? "  ";
}

/** Moves the lines that begin in a stretch; the text of templates is left alone. */
export function shiftLines(context: MigrationContext, from: number, to: number, by: number): void {
  if (by === 0) return;
  const { file, edits } = context;
  for (let at = file.text.indexOf("\n", from); at !== -1 && at < to; at = file.text.indexOf("\n", at + 1)) {
    const start = at + 1;
    const isBlank = /^[ \t]*\r?(?:\n|$)/.test(file.text.slice(start, start + 400));
    if (!isBlank && start <= to && !textOf(context).some(([first, last]) => first < start && start < last))
      edits.shift(start, by);
  }
}

/** Stretches of which every character counts. */
function textOf({ ts, file }: MigrationContext): readonly (readonly [number, number])[] {
  const known = templates.get(file);
  if (known !== undefined) return known;
  const found: (readonly [number, number])[] = [];
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
  templates.set(file, found);
  return found;
}

/** Removes elements of a list with the commas and lines that they leave behind. */
export function removeElements(
  context: Pick<MigrationContext, "file" | "edits">,
  list: ts.NodeArray<ts.Node>,
  gone: ReadonlySet<ts.Node>,
): void {
  const { file, edits } = context;
  const { text } = file;
  const kept = list.filter((node) => !gone.has(node));
  const lastKept = kept.at(-1);
  list.forEach((node, index) => {
    if (!gone.has(node)) return;
    const next = list[index + 1];
    const isTail = lastKept === undefined || node.pos >= lastKept.end;
    if (!isTail && next !== undefined) {
      edits.remove(node.getStart(file), afterComma(text, node.end, next.getStart(file)));
    }
  });
  const tail = list.filter((node) => gone.has(node) && (lastKept === undefined || node.pos >= lastKept.end));
  const [first] = tail;
  const last = tail.at(-1);
  if (first === undefined || last === undefined) return;
  if (lastKept === undefined) {
    edits.remove(first.getStart(file), list.hasTrailingComma ? list.end : last.end);
    return;
  }
  // With a comma at the end, the one of the last kept element stays in its place.
  const from = list.hasTrailingComma ? commaAfter(text, lastKept.end) : lastKept.end;
  edits.remove(from, list.hasTrailingComma ? list.end : last.end);
}

function commaAfter(text: string, position: number): number {
  return text.indexOf(",", position) + 1;
}

/** Behind the comma of an element and what comments it on its line, where the next element or comment begins. */
function afterComma(text: string, end: number, next: number): number {
  const comma = text.indexOf(",", end) + 1;
  const line =
    /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\r?\n))?/.exec(text.slice(comma, next))?.[0] ?? "";
  const rest = text.slice(comma + line.length, next);
  return comma + line.length + (/^\s*/.exec(rest)?.[0].length ?? 0);
}

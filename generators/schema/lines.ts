import { isPieces, type Piece } from "../print/piece.ts";
import type { SourceFile } from "../print/source-file.ts";

/** A line of code, or lines inside of braces. */
export type Line = Piece | Block | Chain | Indented;

/** Lines one level deeper. */
interface Indented {
  readonly indented: readonly Line[];
}

export function indented(lines: readonly Line[]): Indented {
  return { indented: lines };
}

/** Lines under conditions, each in braces. */
interface Chain {
  readonly chain: readonly { readonly head: Piece; readonly body: readonly Line[] }[];
}

export interface Block {
  readonly open: Piece;
  readonly body: readonly Line[];
  readonly close: Piece;
}

export function block(open: Piece, body: readonly Line[], close: Piece = "}"): Block {
  return { open, body, close };
}

/** Lines under a condition; nothing for no lines. */
export function whenever(condition: Piece, body: readonly Line[]): readonly Line[] {
  return body.length === 0 ? [] : chain([{ condition, body }]);
}

/** What is done under a condition; without one, where no condition before it holds. */
export interface Branch {
  readonly condition?: Piece;
  readonly body: readonly Line[];
}

/** `if`, `else if` and `else`: a line for each where they fit, and else in braces. */
export function chain(branches: readonly Branch[]): readonly Line[] {
  const heads = branches.map(({ condition }, at): Piece => {
    const otherwise = at === 0 ? "" : "else ";
    if (condition === undefined) return at === 0 ? "" : "else";
    return [`${otherwise}if (`, condition, ")"];
  });
  const short = branches.map(({ body }, at): Piece | undefined => {
    const [only, ...others] = body;
    const isLine = only !== undefined && !isBlock(only) && others.length === 0;
    return isLine ? [heads[at] ?? "", heads[at] === "" ? "" : " ", only] : undefined;
  });
  const lines = short.filter((line) => line !== undefined && widthOf(line) <= maximumWidth);
  const isShort = lines.length === branches.length && branches.every(({ body }) => !startsWithIf(body));
  if (isShort) return lines as readonly Piece[];
  if (branches.length === 1 && branches[0]?.condition === undefined) return branches[0]?.body ?? [];
  return [{ chain: branches.map(({ body }, at) => ({ head: heads[at] ?? "", body })) }];
}

const maximumWidth = 110;

/** An `else` after it would belong to it. */
function startsWithIf(body: readonly Line[]): boolean {
  const [first] = body;
  return first !== undefined && !isBlock(first) && textOf(first).startsWith("if (");
}

function widthOf(piece: Piece): number {
  return textOf(piece).length;
}

function textOf(piece: Piece): string {
  if (typeof piece === "string") return piece;
  return isPieces(piece) ? piece.map(textOf).join("") : piece.name;
}

export function printLines(out: SourceFile, lines: readonly Line[]): void {
  for (const line of lines) {
    if (!isBlock(line)) out.line(line);
    else if ("open" in line) out.block(line.open, () => printLines(out, line.body), line.close);
    else if ("indented" in line) out.indent(() => printLines(out, line.indented));
    else {
      line.chain.forEach(({ head, body }, at) => {
        out.line(at === 0 ? "" : "} ", head, " {");
        out.indent(() => printLines(out, body));
      });
      out.line("}");
    }
  }
}

/** Whether a line is several lines. */
export function isBlock(line: Line): line is Block | Chain | Indented {
  return typeof line === "object" && ("open" in line || "chain" in line || "indented" in line);
}

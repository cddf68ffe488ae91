import { code, isPieces, type Piece } from "../print/piece.ts";

const widest = 100;

/** A statement under a condition: on one line where it is short. */
export function ifLines(condition: Piece, statement: Piece): readonly Piece[] {
  const line = code`if (${condition}) ${statement}`;
  return widthOf(line) <= widest ? [line] : [code`if (${condition}) {`, code`  ${statement}`, "}"];
}

function widthOf(piece: Piece): number {
  if (typeof piece === "string") return piece.length;
  if (!isPieces(piece)) return piece.name.length;
  return piece.reduce((width, inner) => width + widthOf(inner), 0);
}

/** A name that the printed file takes from another module; the printer decides on the import at the end. */
export interface ImportRef {
  readonly name: string;
  /**
   * A package ("@a2agen/runtime") or a file below the output root without extension ("./a2a/v1/a2a_types").
   */
  readonly from: string;
  readonly typeOnly: boolean;
  /** For generated code alone: the index leaves it out, and packages have it below `codegen/`. */
  readonly internal?: boolean;
}

/** What a line is made of. */
export type Piece = string | ImportRef | readonly Piece[];

/** Builds a reference to a value of another module. */
export function importValue(name: string, from: string): ImportRef {
  return { name, from, typeOnly: false };
}

/** Builds a reference to a value of another generated file that its index leaves out. */
export function importInternal(name: string, from: string): ImportRef {
  return { name, from, typeOnly: false, internal: true };
}

/** Builds a reference to a type of another module. */
export function importType(name: string, from: string): ImportRef {
  return { name, from, typeOnly: true };
}

/** Pieces from a template literal, so that code reads as code: code`x = ${ref};`. */
export function code(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Piece {
  const all: Piece[] = [];
  let text = strings[0] ?? "";
  pieces.forEach((piece, i) => {
    const next = strings[i + 1] ?? "";
    if (typeof piece === "string") {
      text += piece + next;
      return;
    }
    if (text !== "") all.push(text);
    all.push(piece);
    text = next;
  });
  if (all.length === 0) return text;
  if (text !== "") all.push(text);
  return all;
}

/** Joins pieces with a separator. */
export function join(pieces: readonly Piece[], separator: string): Piece {
  return pieces.flatMap((piece, i) => (i === 0 ? [piece] : [separator, piece]));
}

/** Tells a sequence of pieces from a reference. */
export function isPieces(piece: Exclude<Piece, string>): piece is readonly Piece[] {
  return Array.isArray(piece);
}

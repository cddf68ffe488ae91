/** New text, or a stretch of the original with the edits inside of it. */
export type Piece = string | { readonly from: number; readonly to: number };

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

interface Copied {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

export interface Edited {
  readonly text: string;
  /** The new offset of a place of the original; removed text is where it was. */
  locate(offset: number): number;
}

/** Two edits that overlap, without one inside of the other. */
export class EditConflict extends Error {
  override readonly name = "EditConflict";
}

/**
 * Changes of a text, in offsets of the original. An edit may lie inside of another one: it shows wherever
 * the outer one keeps that stretch, even at another place, and is dropped otherwise.
 */
export class TextEdits {
  readonly #edits: Edit[] = [];
  readonly #shifts = new Map<number, number>();
  readonly #text: string;
  readonly #lineEnd: string;

  constructor(text: string) {
    this.#text = text;
    this.#lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  }

  /** Line ends of new text become those of the original. */
  replace(start: number, end: number, ...given: Piece[]): void {
    const pieces = given.map((piece) =>
      typeof piece === "string" ? piece.replace(/\r?\n/g, this.#lineEnd) : piece,
    );
    const twice = (edit: Edit): boolean =>
      edit.start === start &&
      edit.end === end &&
      start < end &&
      JSON.stringify(edit.pieces) === JSON.stringify(pieces);
    if (!this.#edits.some(twice)) this.#edits.push({ start, end, pieces });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  remove(start: number, end: number): void {
    this.replace(start, end);
  }

  /** Moves the line that begins at `lineStart` to the right. */
  shift(lineStart: number, by: number): void {
    this.#shifts.set(lineStart, (this.#shifts.get(lineStart) ?? 0) + by);
  }

  /** Throws an EditConflict. */
  apply(): Edited {
    const edits = [...this.#edits, ...this.#indentation()];
    if (edits.length === 0) return { text: this.#text, locate: (offset) => offset };
    // Insertions come before replacements at the same place, outer edits before inner ones.
    edits.sort(
      (a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || b.end - a.end,
    );
    const copied: Copied[] = [];
    const text = new Rendering(this.#text, edits, copied).range(0, this.#text.length, {});
    return { text, locate: (offset) => locate(copied, offset) };
  }

  #indentation(): Edit[] {
    return [...this.#shifts].flatMap(([start, by]) => {
      const space = /^[ \t]*/.exec(this.#text.slice(start, start + 400))?.[0] ?? "";
      const unit = space.startsWith("\t") ? "\t" : " ";
      if (by > 0) return [{ start, end: start, pieces: [unit.repeat(by)] }];
      return by < 0 ? [{ start, end: start + Math.min(-by, space.length), pieces: [] }] : [];
    });
  }
}

class Rendering {
  #length = 0;
  readonly #text: string;
  readonly #edits: readonly Edit[];
  readonly #copied: Copied[];

  constructor(text: string, edits: readonly Edit[], copied: Copied[]) {
    this.#text = text;
    this.#edits = edits;
    this.#copied = copied;
  }

  /** `within` is the edit that keeps the stretch: insertions at its ends show outside of it. */
  range(from: number, to: number, { within }: { readonly within?: Edit }): string {
    let result = "";
    let position = from;
    for (const edit of this.#edits) {
      if (edit === within || edit.start < from || edit.end > to || edit.start < position) {
        if (edit !== within && edit.start < position && edit.end > position && edit.start >= from) {
          throw new EditConflict(`two changes overlap at ${edit.start}`);
        }
        continue;
      }
      if (edit.start === edit.end && (edit.start === within?.start || edit.start === within?.end)) continue;
      result += this.#copy(position, edit.start);
      for (const piece of edit.pieces) {
        if (typeof piece === "string") {
          result += piece;
          this.#length += piece.length;
        } else {
          result += this.range(piece.from, piece.to, { within: edit });
        }
      }
      position = edit.end;
    }
    return result + this.#copy(position, to);
  }

  #copy(from: number, to: number): string {
    if (from >= to) return "";
    this.#copied.push({ from, to, at: this.#length });
    this.#length += to - from;
    return this.#text.slice(from, to);
  }
}

function locate(copied: readonly Copied[], offset: number): number {
  const inside = copied.find(({ from, to }) => from <= offset && offset < to);
  if (inside !== undefined) return inside.at + offset - inside.from;
  let best: Copied | undefined;
  for (const stretch of copied) {
    if (stretch.to <= offset && (best === undefined || stretch.to > best.to)) best = stretch;
  }
  return best === undefined ? 0 : best.at + best.to - best.from;
}

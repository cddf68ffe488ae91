/**
 * Pieces that are kept apart: each one costs more than a hundred bytes beside its own, however short it is.
 */
const piecesOfBlock = 256;

/** Collects the pieces of a body; one that comes in a single piece is not copied. */
export class BodyChunks {
  /** Bytes so far. */
  length = 0;
  #first: Uint8Array | undefined;
  /** The other pieces, and before them blocks of many pieces. */
  #blocks: Uint8Array[] = [];
  #pieces: Uint8Array[] = [];

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    this.#pieces.push(chunk);
    if (this.#pieces.length < piecesOfBlock) return;
    this.#blocks.push(concat(this.#pieces));
    this.#pieces = [];
  }

  join(): Uint8Array {
    if (this.#first === undefined) return new Uint8Array();
    const rest = [...this.#blocks, ...this.#pieces];
    return rest.length === 0 ? this.#first : concat([this.#first, ...rest]);
  }
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}

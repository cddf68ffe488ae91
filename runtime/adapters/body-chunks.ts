/** Collects the pieces of a body; one that comes in a single piece is not copied. */
export class BodyChunks {
  /** Bytes so far. */
  length = 0;
  #first: Uint8Array | undefined;
  #all: Uint8Array[] | undefined;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    this.#all ??= [this.#first];
    this.#all.push(chunk);
  }

  join(): Uint8Array {
    if (this.#all === undefined) return this.#first ?? new Uint8Array();
    const bytes = new Uint8Array(this.length);
    let offset = 0;
    for (const chunk of this.#all) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }
}

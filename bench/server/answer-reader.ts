type Expected = "status" | "header" | "body" | "size" | "chunk" | "chunk end" | "trailer" | "nothing";

/** Reads one answer of HTTP/1.1 from the pieces in which it comes. */
export class AnswerReader {
  readonly #onBody: ((piece: string) => void) | undefined;
  #expected: Expected = "status";
  #statusLine = "";
  /** What has come of a line. */
  #line = "";
  /** Bytes of the body, or of a chunk of it, that are still to come. */
  #left = 0;
  #length: number | undefined;
  #isChunked = false;

  /** The body is handed over as it comes, a character for each byte. */
  constructor(onBody?: (piece: string) => void) {
    this.#onBody = onBody;
  }

  /** "HTTP/1.1 200 OK" */
  get statusLine(): string {
    return this.#statusLine;
  }

  /** Reads a piece; whether the answer is whole. */
  read(piece: Buffer): boolean {
    let at = 0;
    while (at < piece.length) {
      switch (this.#expected) {
        case "body":
        case "chunk": {
          const end = Math.min(at + this.#left, piece.length);
          this.#onBody?.(piece.toString("latin1", at, end));
          this.#left -= end - at;
          at = end;
          if (this.#left === 0) this.#expected = this.#expected === "body" ? "nothing" : "chunk end";
          break;
        }
        case "nothing":
          throw new Error(`${piece.length - at} bytes came after the end of an answer`);
        case "status":
        case "header":
        case "size":
        case "chunk end":
        case "trailer": {
          const end = piece.indexOf(newline, at);
          this.#line += piece.toString("latin1", at, end < 0 ? piece.length : end);
          if (end < 0) return false;
          at = end + 1;
          const line = this.#line.trimEnd();
          this.#line = "";
          this.#expected = this.#readLine(this.#expected, line);
          break;
        }
      }
    }
    return this.#expected === "nothing";
  }

  #readLine(expected: LineKind, line: string): Expected {
    switch (expected) {
      case "status":
        this.#statusLine = line;
        return "header";
      case "header":
        if (line === "") return this.#afterHead();
        this.#readHeader(line);
        return "header";
      case "size":
        this.#left = Number.parseInt(line, 16);
        if (Number.isNaN(this.#left)) throw new Error(`expected the size of a chunk, found "${line}"`);
        return this.#left === 0 ? "trailer" : "chunk";
      case "chunk end":
        return "size";
      case "trailer":
        return line === "" ? "nothing" : "trailer";
    }
  }

  #readHeader(line: string): void {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    if (name === "content-length") this.#length = Number(line.slice(colon + 1));
    else if (name === "transfer-encoding") this.#isChunked = line.endsWith("chunked");
  }

  #afterHead(): Expected {
    if (this.#isChunked) return "size";
    if (this.#length === undefined) throw new Error("expected an answer with a length or in chunks");
    this.#left = this.#length;
    return this.#left === 0 ? "nothing" : "body";
  }
}

type LineKind = Exclude<Expected, "body" | "chunk" | "nothing">;

const newline = 10;

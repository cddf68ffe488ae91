import type { SseEvent } from "./sse-event.ts";

/** The callbacks of a parser of server-sent events, and its limit. */
export interface SseParserOptions {
  readonly onEvent: (event: SseEvent) => void;
  /** Called with the milliseconds that the server asks a client to wait before it reconnects. */
  readonly onRetry?: (ms: number) => void;
  /** Most characters of one event, and of one line; more make `push` throw a RangeError. */
  readonly maximumCharacters: number;
}

/**
 * Reads a text/event-stream as the WHATWG HTML standard defines it, piece by piece: lines end in LF,
 * CR or CRLF, comments are skipped, unknown fields are ignored, an event without an empty line after
 * it is dropped. Takes time in proportion to the text, however it is cut.
 */
export class SseParser {
  readonly #options: SseParserOptions;
  /** The pieces of a line whose end has not come, and before them blocks of many pieces. */
  #line: string[] = [];
  #blocks: string[] = [];
  #lineLength = 0;
  #data: string[] = [];
  #dataLength = 0;
  #event = "";
  #id = "";
  /** A CR was the last character: an LF that follows belongs to it. */
  #afterCr = false;
  #atStart = true;

  constructor(options: SseParserOptions) {
    this.#options = options;
  }

  /** Takes the next piece of the text. */
  push(piece: string): void {
    let text = piece;
    if (text === "") return;
    if (this.#atStart) {
      this.#atStart = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    let start = this.#afterCr && text.charCodeAt(0) === lineFeed ? 1 : 0;
    this.#afterCr = false;
    // Each is looked for again only when it has been passed: a search for one that is far away, or not
    // there at all, at every line would cost the square of the text.
    let nextCr = text.indexOf("\r", start);
    let nextLf = text.indexOf("\n", start);
    while (start < text.length) {
      if (nextCr >= 0 && nextCr < start) nextCr = text.indexOf("\r", start);
      if (nextLf >= 0 && nextLf < start) nextLf = text.indexOf("\n", start);
      const isCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
      const end = isCr ? nextCr : nextLf;
      if (end < 0) {
        this.#keep(text.slice(start));
        return;
      }
      this.#takeLine(text.slice(start, end));
      start = end + 1;
      if (!isCr) continue;
      if (start === text.length) this.#afterCr = true;
      else if (text.charCodeAt(start) === lineFeed) start += 1;
    }
  }

  #keep(part: string): void {
    this.#line.push(part);
    this.#lineLength += part.length;
    if (this.#lineLength > this.#options.maximumCharacters) this.#tooLong();
    if (this.#line.length < piecesOfBlock) return;
    // A list of single characters takes many times the memory of their text.
    this.#blocks.push(this.#line.join(""));
    this.#line = [];
  }

  #takeLine(last: string): void {
    let line = last;
    if (this.#lineLength === 0) {
      if (last.length > this.#options.maximumCharacters) this.#tooLong();
    } else {
      this.#keep(last);
      line = this.#blocks.join("") + this.#line.join("");
      this.#blocks = [];
      this.#line = [];
      this.#lineLength = 0;
    }
    if (line === "") {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const from = line.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1;
    this.#takeField(name, colon < 0 ? "" : line.slice(from));
  }

  #takeField(name: string, value: string): void {
    switch (name) {
      case "data":
        this.#data.push(value);
        this.#dataLength += value.length + 1;
        if (this.#dataLength > this.#options.maximumCharacters) this.#tooLong();
        return;
      case "event":
        this.#event = value;
        return;
      case "id":
        if (!value.includes("\0")) this.#id = value;
        return;
      case "retry":
        if (/^[0-9]{1,15}$/.test(value)) this.#options.onRetry?.(Number(value));
        return;
    }
  }

  #dispatch(): void {
    const event = this.#event === "" ? "message" : this.#event;
    this.#event = "";
    if (this.#data.length === 0) return;
    const data = this.#data.length === 1 ? (this.#data[0] ?? "") : this.#data.join("\n");
    this.#data = [];
    this.#dataLength = 0;
    this.#options.onEvent({ event, data, id: this.#id });
  }

  #tooLong(): never {
    throw new RangeError(`an event is longer than ${this.#options.maximumCharacters} characters`);
  }
}

const piecesOfBlock = 1024;
const lineFeed = 10;
const space = 32;

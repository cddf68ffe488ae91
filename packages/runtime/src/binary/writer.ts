import { base64Length, writeBase64 } from "../core/base64.ts";
import { isInt32, isUint32 } from "../core/integer.ts";
import { BinaryError, quote } from "./binary-error.ts";
import { checkText } from "./scalar.ts";
import { mayHoldReplacement, writeUtf8 } from "./utf8.ts";

/** Bytes that a new writer has room for. */
const initialSize = 256;

/** Characters up to which a text is written here: a call of the encoder takes as long. */
const mostLooked = 20;

const largestFloat = 3.4028235677973366e38;

/** Writes the wire format of Protocol Buffers; what it was given is in the buffer at once. */
export class BinaryWriter {
  /** Where the messages that are open begin. */
  readonly #starts: number[] = [];
  #bytes: Uint8Array = none;
  #view: DataView | undefined;
  #pos = 0;
  /** Texts beyond ASCII. */
  #beyondAscii: string[] = [];

  /** All bytes written; the writer starts over. Throws a BinaryError for a text without a form in UTF-8. */
  finish(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#pos);
    if (this.#beyondAscii.length > 0) {
      // Half of a surrogate pair was replaced. Looking for that in all bytes takes a tenth of a look at each
      // text.
      if (mayHoldReplacement(bytes)) this.#beyondAscii.forEach(checkText);
      this.#beyondAscii = [];
    }
    this.#pos = 0;
    this.#starts.length = 0;
    return bytes;
  }

  /** Begins a message, whose length stands before it. */
  fork(): this {
    this.#reserve(1);
    this.#starts.push(this.#pos++);
    return this;
  }

  /** Ends the message that was begun last. */
  join(): this {
    const start = this.#starts.pop();
    if (start === undefined) throw new Error("invalid state, fork stack empty");
    const length = this.#pos - start - 1;
    if (length < 0x80) {
      this.#bytes[start] = length;
      return this;
    }
    // Most messages are short; a longer one makes room for the rest of its length.
    const size = varintSize(length);
    this.#reserve(size - 1);
    this.#bytes.copyWithin(start + size, start + 1, this.#pos);
    const end = this.#pos + size - 1;
    this.#pos = start;
    this.#varint(length);
    this.#pos = end;
    return this;
  }

  /** Field number and kind of a value. */
  tag(number: number, wireType: number): this {
    return this.uint32(((number << 3) | wireType) >>> 0);
  }

  /** Bytes as they are. */
  raw(chunk: Uint8Array): this {
    this.#reserve(chunk.length);
    this.#bytes.set(chunk, this.#pos);
    this.#pos += chunk.length;
    return this;
  }

  uint32(value: number): this {
    if (typeof value !== "number" || !isUint32(value)) throw invalid("uint32", value);
    this.#reserve(5);
    if (value < 0x80) this.#bytes[this.#pos++] = value;
    else this.#varint(value);
    return this;
  }

  int32(value: number): this {
    if (typeof value !== "number" || !isInt32(value)) throw invalid("int32", value);
    if (value >= 0) return this.uint32(value);
    this.#reserve(10);
    this.#varint64(value >>> 0, 0xffff_ffff);
    return this;
  }

  sint32(value: number): this {
    if (typeof value !== "number" || !isInt32(value)) throw invalid("int32", value);
    return this.uint32(((value << 1) ^ (value >> 31)) >>> 0);
  }

  fixed32(value: number): this {
    if (typeof value !== "number" || !isUint32(value)) throw invalid("uint32", value);
    this.#viewed(4).setUint32(this.#advance(4), value, true);
    return this;
  }

  sfixed32(value: number): this {
    if (typeof value !== "number" || !isInt32(value)) throw invalid("int32", value);
    this.#viewed(4).setInt32(this.#advance(4), value, true);
    return this;
  }

  int64(value: string | number | bigint): this {
    const bits = BigInt.asUintN(64, BigInt(value));
    this.#reserve(10);
    this.#varint64(Number(bits & 0xffff_ffffn), Number(bits >> 32n));
    return this;
  }

  uint64(value: string | number | bigint): this {
    return this.int64(value);
  }

  sint64(value: string | number | bigint): this {
    const number = BigInt(value);
    return this.int64((number << 1n) ^ (number >> 63n));
  }

  fixed64(value: string | number | bigint): this {
    this.#viewed(8).setBigUint64(this.#advance(8), BigInt.asUintN(64, BigInt(value)), true);
    return this;
  }

  sfixed64(value: string | number | bigint): this {
    return this.fixed64(value);
  }

  /** An int64 that a number holds exactly. */
  seconds(value: number): this {
    const high = Math.floor(value / 0x1_0000_0000);
    this.#reserve(10);
    this.#varint64((value - high * 0x1_0000_0000) >>> 0, high >>> 0);
    return this;
  }

  bool(value: boolean): this {
    this.#reserve(1);
    this.#bytes[this.#pos++] = value ? 1 : 0;
    return this;
  }

  float(value: number): this {
    if (typeof value !== "number" || (Math.abs(value) >= largestFloat && Number.isFinite(value))) {
      throw invalid("float32", value);
    }
    this.#viewed(4).setFloat32(this.#advance(4), value, true);
    return this;
  }

  double(value: number): this {
    this.#viewed(8).setFloat64(this.#advance(8), value, true);
    return this;
  }

  bytes(value: Uint8Array): this {
    return this.uint32(value.length).raw(value);
  }

  /** Bytes of which the base64 is given. */
  base64(text: string): this {
    if (typeof text !== "string") throw new BinaryError(`expected base64, got ${quote(text)}`);
    const most = base64Length(text);
    this.#reserve(most + 5);
    const size = varintSize(most);
    const start = this.#pos;
    const length = writeBase64(text, this.#bytes, start + size);
    if (length === undefined) throw new BinaryError(`expected base64, got ${quote(text)}`);
    this.#putLength(length, size);
    return this;
  }

  /** A text; `finish` throws unless it has a form in UTF-8. */
  string(text: string): this {
    if (typeof text !== "string") throw new BinaryError(`expected a string, got ${quote(text)}`);
    const { length } = text;
    if (length <= mostLooked) {
      this.#reserve(length + 1);
      const bytes = this.#bytes;
      const start = this.#pos + 1;
      let at = 0;
      for (; at < length; at++) {
        const code = text.charCodeAt(at);
        if (code > 0x7f) break;
        bytes[start + at] = code;
      }
      if (at === length) {
        bytes[start - 1] = length;
        this.#pos = start + length;
        return this;
      }
    }
    this.#reserve(length * 3 + 5);
    const size = varintSize(length);
    const written = writeUtf8(text, this.#bytes, this.#pos + size);
    if (written !== length) this.#beyondAscii.push(text);
    this.#putLength(written, size);
    return this;
  }

  /** Puts the length before that many bytes, for which `size` bytes were left free. */
  #putLength(length: number, size: number): void {
    const start = this.#pos;
    const needed = varintSize(length);
    if (needed !== size) this.#bytes.copyWithin(start + needed, start + size, start + size + length);
    this.#varint(length);
    this.#pos += length;
  }

  #varint(value: number): void {
    const bytes = this.#bytes;
    let at = this.#pos;
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
    this.#pos = at;
  }

  #varint64(low: number, high: number): void {
    let [rest, above] = [low, high];
    while (above !== 0 || rest > 0x7f) {
      this.#bytes[this.#pos++] = (rest & 0x7f) | 0x80;
      rest = ((rest >>> 7) | (above << 25)) >>> 0;
      above >>>= 7;
    }
    this.#bytes[this.#pos++] = rest;
  }

  #viewed(size: number): DataView {
    this.#reserve(size);
    this.#view ??= new DataView(this.#bytes.buffer);
    return this.#view;
  }

  #advance(size: number): number {
    const at = this.#pos;
    this.#pos = at + size;
    return at;
  }

  #reserve(size: number): void {
    if (this.#pos + size > this.#bytes.length) this.#grow(this.#pos + size);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length, initialSize));
    larger.set(this.#bytes.subarray(0, this.#pos));
    this.#bytes = larger;
    this.#view = undefined;
  }
}

const none: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

function varintSize(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;
}

function invalid(type: string, value: unknown): Error {
  return new Error(`invalid ${type}: ${typeof value === "number" ? value : typeof value}`);
}

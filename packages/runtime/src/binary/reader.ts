import { base64Of } from "../core/base64.ts";
import { readUtf8 } from "./utf8.ts";

/** Kinds of values on the wire: the low three bits of a tag. */
export const wireTypes = { varint: 0, bit64: 1, length: 2, startGroup: 3, endGroup: 4, bit32: 5 } as const;

/** Groups that may stand inside one another where they are skipped. */
const maximumGroups = 100;

/** Reads the wire format of Protocol Buffers: texts by Buffer, in half the time of a TextDecoder. */
export class BinaryReader {
  readonly buf: Uint8Array;
  readonly len: number;
  /** Where the next byte is read. */
  pos: number = 0;
  #low = 0;
  #high = 0;
  #view: DataView | undefined;

  constructor(bytes: Uint8Array) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError("expected a Uint8Array");
    this.buf = bytes;
    this.len = bytes.length;
  }

  /** A varint of 32 bits; of a longer one its low bits. */
  uint32(): number {
    // Behind the end there are no bytes, which count as 0 until the end of the number is looked at.
    const first = this.buf[this.pos++]!;
    return first < 0x80 ? first : this.#uint32From(first);
  }

  #uint32From(first: number): number {
    if (first === undefined) throw endsEarly();
    const { buf } = this;
    let value = first & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      const byte = buf[this.pos++]!;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) {
        this.#checkBounds();
        return value >>> 0;
      }
    }
    throw new Error("invalid varint");
  }

  int32(): number {
    return this.uint32() | 0;
  }

  sint32(): number {
    const value = this.uint32();
    return (value >>> 1) ^ -(value & 1);
  }

  int64(): bigint {
    this.#varint64();
    return BigInt.asIntN(64, this.#bits64());
  }

  uint64(): bigint {
    this.#varint64();
    return this.#bits64();
  }

  sint64(): bigint {
    this.#varint64();
    const bits = this.#bits64();
    return BigInt.asIntN(64, (bits >> 1n) ^ -(bits & 1n));
  }

  /** An int64 as a number, which cannot hold every one exactly. */
  seconds(): number {
    this.#varint64();
    return (this.#high | 0) * 0x1_0000_0000 + (this.#low >>> 0);
  }

  bool(): boolean {
    const byte = this.buf[this.pos]!;
    if (byte < 0x80) {
      this.pos++;
      return byte !== 0;
    }
    this.#varint64();
    return (this.#low | this.#high) !== 0;
  }

  fixed32(): number {
    return this.#viewed().getUint32(this.#advance(4), true);
  }

  sfixed32(): number {
    return this.#viewed().getInt32(this.#advance(4), true);
  }

  fixed64(): bigint {
    return this.#viewed().getBigUint64(this.#advance(8), true);
  }

  sfixed64(): bigint {
    return this.#viewed().getBigInt64(this.#advance(8), true);
  }

  float(): number {
    return this.#viewed().getFloat32(this.#advance(4), true);
  }

  double(): number {
    return this.#viewed().getFloat64(this.#advance(8), true);
  }

  /** The bytes of a field, which are those of the message. */
  bytes(): Uint8Array {
    const start = this.#lengthDelimited();
    return this.buf.subarray(start, this.pos);
  }

  /** The same in base64. */
  base64(): string {
    const start = this.#lengthDelimited();
    return base64Of(this.buf, start, this.pos);
  }

  /** Throws a TypeError unless it is UTF-8. */
  string(): string {
    const start = this.#lengthDelimited();
    return readUtf8(this.buf, start, this.pos);
  }

  /** Field number and kind of the next value. */
  tag(): [number: number, wireType: number] {
    const start = this.pos;
    const tag = this.uint32();
    const size = this.pos - start;
    if (size > 5 || (size === 5 && this.buf[this.pos - 1]! > 0x0f)) {
      throw new Error("illegal tag: varint overflows uint32");
    }
    const number = tag >>> 3;
    const wireType = tag & 7;
    if (number === 0 || wireType > wireTypes.bit32) {
      throw new Error(`illegal tag: field no ${number} wire type ${wireType}`);
    }
    return [number, wireType];
  }

  /** Skips a value, and returns its bytes. */
  skip(wireType: number, number: number, groups: number = maximumGroups): Uint8Array {
    const start = this.pos;
    switch (wireType) {
      case wireTypes.varint:
        while ((this.buf[this.pos++]! & 0x80) !== 0);
        break;
      case wireTypes.bit64:
        this.pos += 8;
        break;
      case wireTypes.bit32:
        this.pos += 4;
        break;
      case wireTypes.length: {
        const length = this.uint32();
        this.pos += length;
        break;
      }
      case wireTypes.startGroup:
        this.#skipGroup(number, groups);
        break;
      default:
        throw new Error(`cant skip wire type ${wireType}`);
    }
    this.#checkBounds();
    return this.buf.subarray(start, this.pos);
  }

  #skipGroup(number: number, groups: number): void {
    if (groups <= 0) throw new Error("maximum recursion depth reached");
    while (true) {
      const [inner, wireType] = this.tag();
      if (wireType === wireTypes.endGroup) {
        if (inner !== number) throw new Error("invalid end group tag");
        return;
      }
      this.skip(wireType, inner, groups - 1);
    }
  }

  /** Moves over a length and what it announces, and returns where that begins. */
  #lengthDelimited(): number {
    const length = this.uint32();
    const start = this.pos;
    this.pos = start + length;
    if (this.pos > this.len) throw endsEarly();
    return start;
  }

  #advance(size: number): number {
    const start = this.pos;
    this.pos += size;
    return start;
  }

  #viewed(): DataView {
    this.#view ??= new DataView(this.buf.buffer, this.buf.byteOffset, this.len);
    return this.#view;
  }

  #varint64(): void {
    const { buf } = this;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = buf[this.pos++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >> 4;
      } else high |= bits << (shift - 32);
      if ((byte & 0x80) === 0) {
        this.#checkBounds();
        this.#low = low;
        this.#high = high;
        return;
      }
    }
    throw new Error("invalid varint");
  }

  #bits64(): bigint {
    return (BigInt(this.#high >>> 0) << 32n) | BigInt(this.#low >>> 0);
  }

  #checkBounds(): void {
    if (this.pos > this.len) throw endsEarly();
  }
}

function endsEarly(): RangeError {
  return new RangeError("premature EOF");
}

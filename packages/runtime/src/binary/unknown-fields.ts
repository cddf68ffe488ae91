import { readUnknown } from "./message-field.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryWriter } from "./writer.ts";

/** Fields that a message does not have, as they came. */
export class UnknownFields {
  #bytes = new Uint8Array(32);
  #length = 0;

  add(tag: number, value: Uint8Array): void {
    const longestTag = 5;
    this.#grow(longestTag + value.length);
    let rest = tag >>> 0;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  writeTo(writer: BinaryWriter): void {
    // A copy: the writer keeps what it is given until it is finished.
    writer.raw(this.#bytes.slice(0, this.#length));
  }

  #grow(by: number): void {
    const needed = this.#length + by;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** The value of a message is its JSON, which has no place for them; they last as long as the object. */
const kept = /* @__PURE__ */ new WeakMap<object, UnknownFields>();

/** The unknown fields of an existing message. */
export function unknownFields(message: object | undefined): UnknownFields | undefined {
  return message === undefined ? undefined : kept.get(message);
}

/** Reads a field that the message does not have, and adds it to the others. */
export function keepUnknown(
  reader: BinaryReader,
  tag: number,
  others: UnknownFields | undefined,
): UnknownFields {
  const all = others ?? new UnknownFields();
  all.add(tag, readUnknown(reader, tag));
  return all;
}

/** The message with its unknown fields, which `writeUnknownFields` writes. */
export function withUnknownFields<T extends object>(message: T, others: UnknownFields | undefined): T {
  if (others !== undefined) kept.set(message, others);
  return message;
}

/** Writes the unknown fields with which a message was read. */
export function writeUnknownFields(message: object, writer: BinaryWriter): void {
  kept.get(message)?.writeTo(writer);
}

import { type BinaryReader, wireTypes } from "./reader.ts";

/** Messages that may stand inside one another, as in JSON. */
const maximumDepth = 100;

/** Stops where a message of a type that can hold itself stands too deep. */
export function checkDepth(depth: number): void {
  if (depth > maximumDepth) {
    throw new Error(`expected at most ${maximumDepth} messages inside one another, got more`);
  }
}

/** Skips a field that the message does not have; `tag` is what announced it. */
export function skipField(reader: BinaryReader, tag: number): void {
  readUnknown(reader, tag);
}

/** The same, with the bytes behind the tag. */
export function readUnknown(reader: BinaryReader, tag: number): Uint8Array {
  const number = tag >>> 3;
  const wireType = tag & 7;
  if (number === 0 || wireType > wireTypes.bit32) {
    throw new Error(`illegal tag: field no ${number} wire type ${wireType}`);
  }
  return reader.skip(wireType, number);
}

/** Demands that the fields of a message, or the elements of a packed list, fill its length exactly. */
export function checkEnd(reader: BinaryReader, end: number): void {
  if (reader.pos !== end) throw new Error("a field goes on after the end of its message");
}

/** Reads a message that ends with a tag rather than after a length; `number` is that of its field. */
export function readGroup<T>(reader: BinaryReader, number: number, read: (length: number) => T): T {
  const start = reader.pos;
  const length = findEndGroup(reader, number) - start;
  const after = reader.pos;
  reader.pos = start;
  const message = read(length);
  reader.pos = after;
  return message;
}

/** Where the end tag of a group begins; the reader is left behind it. */
function findEndGroup(reader: BinaryReader, number: number): number {
  while (true) {
    const at = reader.pos;
    const [fieldNumber, wireType] = reader.tag();
    if (wireType !== wireTypes.endGroup) {
      reader.skip(wireType, fieldNumber);
    } else if (fieldNumber === number) {
      return at;
    } else {
      throw new Error(`expected the end of group ${number}, got that of group ${fieldNumber}`);
    }
  }
}

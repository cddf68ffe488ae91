import { setEntry } from "../core/copy-json.ts";
import type { JsonAny, JsonArray, JsonEmpty, JsonObject, JsonValue } from "../core/json.ts";
import { isObject } from "../core/object.ts";
import { readAny } from "./any.ts";
import { readEmpty } from "./empty.ts";
import { readFieldMask } from "./field-mask.ts";
import { checkEnd } from "./message-field.ts";
import { BinaryReader } from "./reader.ts";
import { readListValue, readStruct, readValue } from "./struct.ts";
import { readDuration, readTimestamp, writeDuration, writeTimestamp } from "./time.ts";
import type { TypeRegistry } from "./type-registry.ts";
import { BinaryWriter } from "./writer.ts";

// A singular field may be on the wire more than once; of a message the later ones are then merged
// into the earlier. Each function here reads a body and merges it into `into`, in time that does not
// depend on the size of `into`, so that a hostile sequence of fields costs no more than its length.

/** Packed messages cannot be merged: the later Any counts, unless it is empty. */
export function mergeAny(
  reader: BinaryReader,
  length: number,
  types: TypeRegistry,
  into: JsonAny | undefined,
): JsonAny {
  return into !== undefined && length === 0 ? into : readAny(reader, length, types);
}

export function mergeEmpty(reader: BinaryReader, length: number, into: JsonEmpty | undefined): JsonEmpty {
  const read = readEmpty(reader, length);
  return into ?? read;
}

export function mergeStruct(reader: BinaryReader, length: number, into: JsonObject | undefined): JsonObject {
  const read = readStruct(reader, length);
  if (into === undefined) return read;
  for (const [key, value] of Object.entries(read)) setEntry(into, key, value);
  return into;
}

export function mergeListValue(reader: BinaryReader, length: number, into: JsonArray | undefined): JsonArray {
  const read = readListValue(reader, length);
  if (into === undefined) return read;
  for (const item of read) into.push(item);
  return into;
}

export function mergeValue(reader: BinaryReader, length: number, into: JsonValue | undefined): JsonValue {
  if (into === undefined) return readValue(reader, length);
  switch (findKinds(reader, length)) {
    case "none":
      reader.pos += length;
      return into;
    case "struct":
      if (!isObject(into)) break;
      // A body of structs is read as an object.
      for (const [key, value] of Object.entries(readValue(reader, length) as JsonObject))
        setEntry(into, key, value);
      return into;
    case "list":
      if (!Array.isArray(into)) break;
      // A body of lists is read as an array.
      for (const item of readValue(reader, length) as JsonArray) into.push(item);
      return into;
    case "other":
      break;
  }
  return readValue(reader, length);
}

/** Which kinds the body of a google.protobuf.Value sets; the reader is left where it was. */
function findKinds(reader: BinaryReader, length: number): "none" | "struct" | "list" | "other" {
  const start = reader.pos;
  let kinds: "none" | "struct" | "list" | "other" = "none";
  while (reader.pos < start + length) {
    const [number, wireType] = reader.tag();
    reader.skip(wireType, number);
    if (number > 6) continue;
    const kind = number === 5 ? "struct" : number === 6 ? "list" : "other";
    kinds = kinds === "none" || kinds === kind ? kind : "other";
  }
  checkEnd(reader, start + length);
  reader.pos = start;
  return kinds;
}

export function mergeFieldMask(reader: BinaryReader, length: number, into: string | undefined): string {
  const read = readFieldMask(reader, length);
  return into === undefined || into === "" ? read : read === "" ? into : `${into},${read}`;
}

export function mergeTimestamp(reader: BinaryReader, length: number, into: string | undefined): string {
  return into === undefined
    ? readTimestamp(reader, length)
    : mergeTime(reader, length, { into, ...timestamp });
}

export function mergeDuration(reader: BinaryReader, length: number, into: string | undefined): string {
  return into === undefined ? readDuration(reader, length) : mergeTime(reader, length, { into, ...duration });
}

const timestamp = { write: writeTimestamp, read: readTimestamp };
const duration = { write: writeDuration, read: readDuration };

/** Writes the earlier time again in front of the later one, since times are short. */
function mergeTime(
  reader: BinaryReader,
  length: number,
  time: {
    readonly into: string;
    readonly write: (value: string, writer: BinaryWriter) => void;
    readonly read: (reader: BinaryReader, length: number) => string;
  },
): string {
  const writer = new BinaryWriter();
  time.write(time.into, writer);
  const start = reader.pos;
  while (reader.pos < start + length) {
    const [number, wireType] = reader.tag();
    writer.tag(number, wireType).raw(reader.skip(wireType, number));
  }
  checkEnd(reader, start + length);
  const both = writer.finish();
  return time.read(new BinaryReader(both), both.length);
}

import { base64ToBytes, isObject } from "@a2agen/runtime/internal";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { ModelIndex } from "../model/index-model.ts";
import type { FieldModel, MessageModel, ValueType } from "../model/model.ts";

/** Bytes in the place of a field's value, with the tag of this wire type: what no value of JSON says. */
export class WireValue {
  readonly type: WireType;
  readonly bytes: Uint8Array;

  constructor(type: WireType, bytes: Uint8Array) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** Under this name a value has bytes that are put behind its fields. */
export const trailing = Symbol("trailing bytes");

/** Writes a message from its JSON without checks: two members of a oneof, unnamed numbers, missing fields. */
export function writeProto(typeName: string, value: unknown, index: ModelIndex): Uint8Array {
  const writer = new BinaryWriter();
  writeMessage(index.message(typeName), value, { writer, index });
  return writer.finish();
}

interface Place {
  readonly writer: BinaryWriter;
  readonly index: ModelIndex;
}

function writeMessage({ fields }: MessageModel, value: unknown, place: Place): void {
  if (!isObject(value)) return;
  for (const field of fields) {
    const own = value[field.jsonName];
    if (own === undefined || own === null) continue;
    const { kind, type } = field.shape;
    if (kind === "list" && Array.isArray(own)) {
      for (const each of own) writeField(field, type, each, place);
    } else if (kind === "map" && isObject(own)) {
      for (const [key, each] of Object.entries(own)) {
        place.writer.tag(field.number, WireType.LengthDelimited).fork();
        place.writer.tag(1, WireType.LengthDelimited).string(key);
        writeField({ ...field, number: 2 }, type, each, place);
        place.writer.join();
      }
    } else writeField(field, type, own, place);
  }
  const more = (value as { readonly [trailing]?: Uint8Array })[trailing];
  if (more !== undefined) place.writer.raw(more);
}

function writeField({ number }: FieldModel, type: ValueType, value: unknown, place: Place): void {
  const { writer, index } = place;
  if (value instanceof WireValue) {
    writer.tag(number, value.type).raw(value.bytes);
    return;
  }
  const delimited = (): BinaryWriter => writer.tag(number, WireType.LengthDelimited);
  switch (type.kind) {
    case "message":
      delimited().fork();
      writeMessage(index.message(type.typeName), value, place);
      writer.join();
      return;
    case "enum": {
      const found = index.enumeration(type.typeName).values.find(({ json }) => json === value)?.number;
      writer.tag(number, WireType.Varint).int32(found ?? Number(value));
      return;
    }
    case "scalar":
      if (type.scalar === "bool") writer.tag(number, WireType.Varint).bool(value === true);
      else if (type.scalar === "string") delimited().string(String(value));
      else if (type.scalar === "bytes") delimited().bytes(base64ToBytes(String(value)));
      else writer.tag(number, WireType.Varint).int64(Number(value));
      return;
    case "wellKnown":
      delimited().fork();
      if (type.wellKnown === "Struct") writeStruct(value, writer);
      else if (type.wellKnown === "Value") writeValue(value, writer);
      else if (type.wellKnown === "ListValue") writeList(value, writer);
      else if (type.wellKnown === "Timestamp") writeTimestamp(String(value), writer);
      writer.join();
      return;
    default:
      throw new TypeError(`a type of a JSON Schema has no wire form: ${type.kind}`);
  }
}

function writeTimestamp(text: string, writer: BinaryWriter): void {
  writer.tag(1, WireType.Varint).int64(Math.floor(Date.parse(text) / 1000));
}

function writeStruct(value: unknown, writer: BinaryWriter): void {
  for (const [key, each] of Object.entries(isObject(value) ? value : {})) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.LengthDelimited).string(key);
    writer.tag(2, WireType.LengthDelimited).fork();
    writeValue(each, writer);
    writer.join().join();
  }
}

function writeList(value: unknown, writer: BinaryWriter): void {
  for (const each of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writeValue(each, writer);
    writer.join();
  }
}

function writeValue(value: unknown, writer: BinaryWriter): void {
  if (value === null) writer.tag(1, WireType.Varint).int32(0);
  else if (typeof value === "number") writer.tag(2, WireType.Bit64).double(value);
  else if (typeof value === "string") writer.tag(3, WireType.LengthDelimited).string(value);
  else if (typeof value === "boolean") writer.tag(4, WireType.Varint).bool(value);
  else {
    writer.tag(Array.isArray(value) ? 6 : 5, WireType.LengthDelimited).fork();
    if (Array.isArray(value)) writeList(value, writer);
    else writeStruct(value, writer);
    writer.join();
  }
}

import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import type { JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "../core/json.ts";
import type { Check } from "../core/problems.ts";
import { checkEmpty, checkListValue, checkStruct, checkValue } from "../core/struct.ts";
import { decodeBinary, encodeBinary } from "./codec.ts";
import { readDuration, writeDuration } from "./duration.ts";
import { readEmpty, writeEmpty } from "./empty.ts";
import { readFieldMask, writeFieldMask } from "./field-mask.ts";
import { readListValue, readStruct, readValue, writeListValue, writeStruct, writeValue } from "./struct.ts";
import { readTimestamp, writeTimestamp } from "./timestamp.ts";
import type { BinaryType, TypeRegistry } from "./type-registry.ts";
import {
  readBoolValue,
  readBytesValue,
  readDoubleValue,
  readFloatValue,
  readInt32Value,
  readInt64Value,
  readStringValue,
  readUInt32Value,
  readUInt64Value,
  writeBoolValue,
  writeBytesValue,
  writeDoubleValue,
  writeFloatValue,
  writeInt32Value,
  writeInt64Value,
  writeStringValue,
  writeUInt32Value,
  writeUInt64Value,
} from "./wrappers.ts";

// For methods whose request or response is one of these types, and for values of type Any.

export const EmptyBinary: WellKnownType<JsonEmpty> = /* @__PURE__ */ wellKnownType("Empty", {
  write: writeEmpty,
  read: readEmpty,
  check: checkEmpty,
});
export const ListValueBinary: WellKnownType<JsonArray> = /* @__PURE__ */ wellKnownType("ListValue", {
  write: writeListValue,
  read: readListValue,
  check: checkListValue,
});
export const StructBinary: WellKnownType<JsonObject> = /* @__PURE__ */ wellKnownType("Struct", {
  write: writeStruct,
  read: readStruct,
  check: checkStruct,
});
export const ValueBinary: WellKnownType<JsonValue> = /* @__PURE__ */ wellKnownType("Value", {
  write: writeValue,
  read: readValue,
  check: checkValue,
});
export const DurationBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("Duration", {
  write: writeDuration,
  read: readDuration,
});
export const FieldMaskBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("FieldMask", {
  write: writeFieldMask,
  read: readFieldMask,
});
export const TimestampBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("Timestamp", {
  write: writeTimestamp,
  read: readTimestamp,
});
export const BoolValueBinary: WellKnownType<boolean> = /* @__PURE__ */ wellKnownType("BoolValue", {
  write: writeBoolValue,
  read: (reader, length) => readBoolValue(reader, length),
});
export const BytesValueBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("BytesValue", {
  write: writeBytesValue,
  read: (reader, length) => readBytesValue(reader, length),
});
export const DoubleValueBinary: WellKnownType<JsonDouble> = /* @__PURE__ */ wellKnownType("DoubleValue", {
  write: writeDoubleValue,
  read: (reader, length) => readDoubleValue(reader, length),
});
export const FloatValueBinary: WellKnownType<JsonDouble> = /* @__PURE__ */ wellKnownType("FloatValue", {
  write: writeFloatValue,
  read: (reader, length) => readFloatValue(reader, length),
});
export const Int32ValueBinary: WellKnownType<number> = /* @__PURE__ */ wellKnownType("Int32Value", {
  write: writeInt32Value,
  read: (reader, length) => readInt32Value(reader, length),
});
export const Int64ValueBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("Int64Value", {
  write: writeInt64Value,
  read: (reader, length) => readInt64Value(reader, length),
});
export const StringValueBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("StringValue", {
  write: writeStringValue,
  read: (reader, length) => readStringValue(reader, length),
});
export const UInt32ValueBinary: WellKnownType<number> = /* @__PURE__ */ wellKnownType("UInt32Value", {
  write: writeUInt32Value,
  read: (reader, length) => readUInt32Value(reader, length),
});
export const UInt64ValueBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("UInt64Value", {
  write: writeUInt64Value,
  read: (reader, length) => readUInt64Value(reader, length),
});

/** A type of google.protobuf with a JSON form of its own. */
export interface WellKnownType<T> extends BinaryType<T> {
  readonly write: (value: T, writer: BinaryWriter, types?: TypeRegistry) => void;
  readonly read: (reader: BinaryReader, length: number, types?: TypeRegistry) => T;
}

interface WellKnownInit<T> extends Pick<WellKnownType<T>, "write" | "read"> {
  /** Finds the problems that `write` and `read` do not. */
  readonly check?: Check;
}

export function wellKnownType<T>(
  name: string,
  { write, read, check = () => undefined }: WellKnownInit<T>,
): WellKnownType<T> {
  const typeName = `google.protobuf.${name}`;
  return {
    typeName,
    write,
    read,
    encode: (value, types) =>
      encodeBinary(typeName, value, { write: (message, writer) => write(message, writer, types), check }),
    decode: (bytes, types, options) =>
      decodeBinary(typeName, bytes, {
        read: (reader, length) => read(reader, length, types),
        check,
        options,
      }),
  };
}

import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "../core/json.ts";
import type { Check } from "../core/problems.ts";
import { checkAny, checkEmpty, checkListValue, checkStruct, checkValue } from "../core/struct.ts";
import { readAny, writeAny } from "./any.ts";
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

// For methods whose request or response is a type of google.protobuf with a JSON form of its own.

export const AnyBinary: BinaryType<JsonAny> = /* @__PURE__ */ wellKnownType("Any", {
  write: writeAny,
  read: readAny,
  check: checkAny,
});
export const EmptyBinary: BinaryType<JsonEmpty> = /* @__PURE__ */ wellKnownType("Empty", {
  write: writeEmpty,
  read: readEmpty,
  check: checkEmpty,
});
export const ListValueBinary: BinaryType<JsonArray> = /* @__PURE__ */ wellKnownType("ListValue", {
  write: writeListValue,
  read: readListValue,
  check: checkListValue,
});
export const StructBinary: BinaryType<JsonObject> = /* @__PURE__ */ wellKnownType("Struct", {
  write: writeStruct,
  read: readStruct,
  check: checkStruct,
});
export const ValueBinary: BinaryType<JsonValue> = /* @__PURE__ */ wellKnownType("Value", {
  write: writeValue,
  read: readValue,
  check: checkValue,
});
export const DurationBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("Duration", {
  write: writeDuration,
  read: readDuration,
});
export const FieldMaskBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("FieldMask", {
  write: writeFieldMask,
  read: readFieldMask,
});
export const TimestampBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("Timestamp", {
  write: writeTimestamp,
  read: readTimestamp,
});
export const BoolValueBinary: BinaryType<boolean> = /* @__PURE__ */ wellKnownType("BoolValue", {
  write: writeBoolValue,
  read: readBoolValue,
});
export const BytesValueBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("BytesValue", {
  write: writeBytesValue,
  read: readBytesValue,
});
export const DoubleValueBinary: BinaryType<JsonDouble> = /* @__PURE__ */ wellKnownType("DoubleValue", {
  write: writeDoubleValue,
  read: readDoubleValue,
});
export const FloatValueBinary: BinaryType<JsonDouble> = /* @__PURE__ */ wellKnownType("FloatValue", {
  write: writeFloatValue,
  read: readFloatValue,
});
export const Int32ValueBinary: BinaryType<number> = /* @__PURE__ */ wellKnownType("Int32Value", {
  write: writeInt32Value,
  read: readInt32Value,
});
export const Int64ValueBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("Int64Value", {
  write: writeInt64Value,
  read: readInt64Value,
});
export const StringValueBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("StringValue", {
  write: writeStringValue,
  read: readStringValue,
});
export const UInt32ValueBinary: BinaryType<number> = /* @__PURE__ */ wellKnownType("UInt32Value", {
  write: writeUInt32Value,
  read: readUInt32Value,
});
export const UInt64ValueBinary: BinaryType<string> = /* @__PURE__ */ wellKnownType("UInt64Value", {
  write: writeUInt64Value,
  read: readUInt64Value,
});

interface WellKnownInit<T> {
  readonly write: (value: T, writer: BinaryWriter, types?: TypeRegistry) => void;
  readonly read: (reader: BinaryReader, length: number, types?: TypeRegistry) => T;
  /** What readers and writers do not find themselves. */
  readonly check?: Check;
}

function wellKnownType<T>(
  name: string,
  { write, read, check = () => undefined }: WellKnownInit<T>,
): BinaryType<T> {
  const typeName = `google.protobuf.${name}`;
  return {
    typeName,
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

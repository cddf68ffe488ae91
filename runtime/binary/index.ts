export { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
export { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
export { setEntry } from "../core/copy-json.ts";
export type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "../core/json.ts";
export { readAny, writeAny } from "./any.ts";
export { BinaryError, toBinaryError } from "./binary-error.ts";
export { type DecodeInit, decodeBinary, type EncodeInit, encodeBinary } from "./codec.ts";
export { readDuration, writeDuration } from "./duration.ts";
export { readEmpty, writeEmpty } from "./empty.ts";
export { fromEnumText, refuseEnum, toEnumText } from "./enum-number.ts";
export { readFieldMask, writeFieldMask } from "./field-mask.ts";
export { fromBoolKey, fromInt32Key, fromUint32Key } from "./map-key.ts";
export {
  mergeAny,
  mergeDuration,
  mergeEmpty,
  mergeFieldMask,
  mergeListValue,
  mergeStruct,
  mergeTimestamp,
  mergeValue,
} from "./merge.ts";
export {
  mergeBoolValue,
  mergeBytesValue,
  mergeDoubleValue,
  mergeFloatValue,
  mergeInt32Value,
  mergeInt64Value,
  mergeStringValue,
  mergeUInt32Value,
  mergeUInt64Value,
} from "./merge-wrapper.ts";
export { checkDepth, checkEnd, readGroup, skipField } from "./message-field.ts";
export {
  checkText,
  fromJsonBytes,
  fromJsonDouble,
  fromJsonFloat,
  fromJsonInt64,
  fromJsonUint64,
  toJsonDouble,
  toJsonInt64,
} from "./scalar.ts";
export { checkBool, fromJsonNull, readNullValue } from "./singular.ts";
export { readListValue, readStruct, readValue, writeListValue, writeStruct, writeValue } from "./struct.ts";
export { readTimestamp, writeTimestamp } from "./timestamp.ts";
export { type BinaryType, createTypeRegistry, type TypeRegistry } from "./type-registry.ts";
export {
  AnyBinary,
  BoolValueBinary,
  BytesValueBinary,
  DoubleValueBinary,
  DurationBinary,
  EmptyBinary,
  FieldMaskBinary,
  FloatValueBinary,
  Int32ValueBinary,
  Int64ValueBinary,
  ListValueBinary,
  StringValueBinary,
  StructBinary,
  TimestampBinary,
  UInt32ValueBinary,
  UInt64ValueBinary,
  ValueBinary,
} from "./well-known-types.ts";
export {
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

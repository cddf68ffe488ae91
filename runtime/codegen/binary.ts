/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the same
 * release generates.
 *
 * @packageDocumentation
 * @internal
 */
export { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
export { AnyBinary, readAny, writeAny } from "../binary/any.ts";
export { decodeBinary, encodeBinary } from "../binary/codec.ts";
export { readDuration, writeDuration } from "../binary/duration.ts";
export { readEmpty, writeEmpty } from "../binary/empty.ts";
export { fromEnumText, refuseEnum, toEnumText } from "../binary/enum-number.ts";
export { readFieldMask, writeFieldMask } from "../binary/field-mask.ts";
export { fromBoolKey, fromInt32Key, fromUint32Key } from "../binary/map-key.ts";
export {
  mergeAny,
  mergeDuration,
  mergeEmpty,
  mergeFieldMask,
  mergeListValue,
  mergeStruct,
  mergeTimestamp,
  mergeValue,
} from "../binary/merge.ts";
export { checkDepth, checkEnd, readGroup, skipField } from "../binary/message-field.ts";
export {
  checkText,
  fromJsonBytes,
  fromJsonDouble,
  fromJsonFloat,
  fromJsonInt64,
  fromJsonUint64,
  toJsonDouble,
  toJsonInt64,
} from "../binary/scalar.ts";
export { checkBool, fromJsonNull, readNullValue } from "../binary/singular.ts";
export {
  readListValue,
  readStruct,
  readValue,
  writeListValue,
  writeStruct,
  writeValue,
} from "../binary/struct.ts";
export { readTimestamp, writeTimestamp } from "../binary/timestamp.ts";
export { createTypeRegistry } from "../binary/type-registry.ts";
export {
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
} from "../binary/well-known-types.ts";
export {
  readBoolValue,
  readBoolValue as mergeBoolValue,
  readBytesValue,
  readBytesValue as mergeBytesValue,
  readDoubleValue,
  readDoubleValue as mergeDoubleValue,
  readFloatValue,
  readFloatValue as mergeFloatValue,
  readInt32Value,
  readInt32Value as mergeInt32Value,
  readInt64Value,
  readInt64Value as mergeInt64Value,
  readStringValue,
  readStringValue as mergeStringValue,
  readUInt32Value,
  readUInt32Value as mergeUInt32Value,
  readUInt64Value,
  readUInt64Value as mergeUInt64Value,
  writeBoolValue,
  writeBytesValue,
  writeDoubleValue,
  writeFloatValue,
  writeInt32Value,
  writeInt64Value,
  writeStringValue,
  writeUInt32Value,
  writeUInt64Value,
} from "../binary/wrappers.ts";
export { bytesToBase64 } from "../core/base64.ts";
export { setEntry } from "../core/copy-json.ts";

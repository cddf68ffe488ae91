/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */

export { AnyBinary, readAny, writeAny } from "../binary/any.ts";
export { decodeBinary, encodeBinary } from "../binary/codec.ts";
export { readEmpty, writeEmpty } from "../binary/empty.ts";
export * from "../binary/enum-number.ts";
export { readFieldMask, writeFieldMask } from "../binary/field-mask.ts";
export * from "../binary/map-key.ts";
export * from "../binary/merge.ts";
export { checkDepth, checkEnd, readGroup, skipField } from "../binary/message-field.ts";
export { BinaryReader } from "../binary/reader.ts";
export * from "../binary/scalar.ts";
export * from "../binary/struct.ts";
export { readDuration, readTimestamp, writeDuration, writeTimestamp } from "../binary/time.ts";
export { createTypeRegistry } from "../binary/type-registry.ts";
export {
  keepUnknown,
  unknownFields,
  withUnknownFields,
  writeUnknownFields,
} from "../binary/unknown-fields.ts";
export * from "../binary/well-known-types.ts";
export * from "../binary/wrappers.ts";
export {
  readBoolValue as mergeBoolValue,
  readBytesValue as mergeBytesValue,
  readDoubleValue as mergeDoubleValue,
  readFloatValue as mergeFloatValue,
  readInt32Value as mergeInt32Value,
  readInt64Value as mergeInt64Value,
  readStringValue as mergeStringValue,
  readUInt32Value as mergeUInt32Value,
  readUInt64Value as mergeUInt64Value,
} from "../binary/wrappers.ts";
export { BinaryWriter } from "../binary/writer.ts";
export { bytesToBase64 } from "../core/base64.ts";
export { setEntry } from "../core/copy-json.ts";

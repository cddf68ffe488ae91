import type { Leaf } from "@a2agen/runtime/fakes";
import type { Scalar, WellKnown } from "./model.ts";

/** What values of scalars are made by. */
export const scalarLeaves: Readonly<Record<Scalar, Leaf>> = {
  double: "double",
  float: "float",
  int32: "int32",
  sint32: "int32",
  sfixed32: "int32",
  uint32: "uint32",
  fixed32: "uint32",
  int64: "int64",
  sint64: "int64",
  sfixed64: "int64",
  uint64: "uint64",
  fixed64: "uint64",
  bool: "bool",
  string: "text",
  bytes: "bytes",
};

/** What values of well-known types are made by. */
export const wellKnownLeaves: Readonly<Record<WellKnown, Leaf>> = {
  Any: "any",
  Duration: "duration",
  Empty: "empty",
  FieldMask: "mask",
  ListValue: "array",
  NullValue: "null",
  Struct: "struct",
  Timestamp: "timestamp",
  Value: "value",
  BoolValue: "bool",
  BytesValue: "bytes",
  DoubleValue: "double",
  FloatValue: "float",
  Int32Value: "int32",
  Int64Value: "int64",
  StringValue: "text",
  UInt32Value: "uint32",
  UInt64Value: "uint64",
};

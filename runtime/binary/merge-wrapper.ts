import type { BinaryReader } from "@bufbuild/protobuf/wire";
import { bytesToBase64 } from "../core/base64.ts";
import type { JsonDouble } from "../core/json.ts";
import { readMessageBody } from "./message-body.ts";
import { toJsonDouble, toJsonInt64 } from "./scalar.ts";
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
} from "./wrappers.ts";

// A wrapper is a message, so that a later one without a value leaves an earlier one as it is.

export function mergeDoubleValue(
  reader: BinaryReader,
  length: number,
  into: JsonDouble | undefined,
): JsonDouble {
  if (into === undefined) return readDoubleValue(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.DoubleValue",
    tag: 9,
    into,
    read: () => toJsonDouble(reader.double()),
  });
}

export function mergeFloatValue(
  reader: BinaryReader,
  length: number,
  into: JsonDouble | undefined,
): JsonDouble {
  if (into === undefined) return readFloatValue(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.FloatValue",
    tag: 13,
    into,
    read: () => toJsonDouble(reader.float()),
  });
}

export function mergeInt64Value(reader: BinaryReader, length: number, into: string | undefined): string {
  if (into === undefined) return readInt64Value(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.Int64Value",
    tag: 8,
    into,
    read: () => toJsonInt64(reader.int64()),
  });
}

export function mergeUInt64Value(reader: BinaryReader, length: number, into: string | undefined): string {
  if (into === undefined) return readUInt64Value(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.UInt64Value",
    tag: 8,
    into,
    read: () => toJsonInt64(reader.uint64()),
  });
}

export function mergeInt32Value(reader: BinaryReader, length: number, into: number | undefined): number {
  if (into === undefined) return readInt32Value(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.Int32Value",
    tag: 8,
    into,
    read: () => reader.int32(),
  });
}

export function mergeUInt32Value(reader: BinaryReader, length: number, into: number | undefined): number {
  if (into === undefined) return readUInt32Value(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.UInt32Value",
    tag: 8,
    into,
    read: () => reader.uint32(),
  });
}

export function mergeBoolValue(reader: BinaryReader, length: number, into: boolean | undefined): boolean {
  if (into === undefined) return readBoolValue(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.BoolValue",
    tag: 8,
    into,
    read: () => reader.bool(),
  });
}

export function mergeStringValue(reader: BinaryReader, length: number, into: string | undefined): string {
  if (into === undefined) return readStringValue(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.StringValue",
    tag: 10,
    into,
    read: () => reader.string(true),
  });
}

export function mergeBytesValue(reader: BinaryReader, length: number, into: string | undefined): string {
  if (into === undefined) return readBytesValue(reader, length);
  return mergeWrapper(reader, length, {
    typeName: "google.protobuf.BytesValue",
    tag: 10,
    into,
    read: () => bytesToBase64(reader.bytes()),
  });
}

interface Wrapper<T> {
  readonly typeName: string;
  readonly tag: number;
  readonly into: T;
  readonly read: () => T;
}

function mergeWrapper<T>(reader: BinaryReader, length: number, { typeName, tag, into, read }: Wrapper<T>): T {
  const state = { value: into };
  readMessageBody(reader, length, {
    typeName,
    state,
    readField: (_reader, found) => {
      if (found !== tag) return false;
      state.value = read();
      return true;
    },
  });
  return state.value;
}

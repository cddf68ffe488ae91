import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { bytesToBase64 } from "../core/base64.ts";
import { isInt32, isUint32 } from "../core/integer.ts";
import type { JsonDouble } from "../core/json.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import {
  checkText,
  fromJsonBytes,
  fromJsonDouble,
  fromJsonFloat,
  fromJsonInt64,
  fromJsonUint64,
  toJsonDouble,
  toJsonInt64,
} from "./scalar.ts";

// Each wrapper has one field, `value = 1`, which is left out when it holds the default.

export function writeDoubleValue(value: JsonDouble, writer: BinaryWriter): void {
  const number = convert("google.protobuf.DoubleValue", value, fromJsonDouble);
  if (!Object.is(number, 0)) writer.uint32(9).double(number);
}

export function readDoubleValue(reader: BinaryReader, length: number): JsonDouble {
  return readWrapper<JsonDouble>(reader, length, {
    typeName: "google.protobuf.DoubleValue",
    tag: 9,
    initial: 0,
    read: () => toJsonDouble(reader.double()),
  });
}

export function writeFloatValue(value: JsonDouble, writer: BinaryWriter): void {
  const number = convert("google.protobuf.FloatValue", value, fromJsonFloat);
  if (!Object.is(number, 0)) writer.uint32(13).float(number);
}

export function readFloatValue(reader: BinaryReader, length: number): JsonDouble {
  return readWrapper<JsonDouble>(reader, length, {
    typeName: "google.protobuf.FloatValue",
    tag: 13,
    initial: 0,
    read: () => toJsonDouble(reader.float()),
  });
}

export function writeInt64Value(value: string, writer: BinaryWriter): void {
  const text = convert("google.protobuf.Int64Value", value, fromJsonInt64);
  if (text !== "0") writer.uint32(8).int64(text);
}

export function readInt64Value(reader: BinaryReader, length: number): string {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.Int64Value",
    tag: 8,
    initial: "0",
    read: () => toJsonInt64(reader.int64()),
  });
}

export function writeUInt64Value(value: string, writer: BinaryWriter): void {
  const text = convert("google.protobuf.UInt64Value", value, fromJsonUint64);
  if (text !== "0") writer.uint32(8).uint64(text);
}

export function readUInt64Value(reader: BinaryReader, length: number): string {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.UInt64Value",
    tag: 8,
    initial: "0",
    read: () => toJsonInt64(reader.uint64()),
  });
}

export function writeInt32Value(value: number, writer: BinaryWriter): void {
  const number = convert("google.protobuf.Int32Value", value, checkInt32);
  if (number !== 0) writer.uint32(8).int32(number);
}

export function readInt32Value(reader: BinaryReader, length: number): number {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.Int32Value",
    tag: 8,
    initial: 0,
    read: () => reader.int32(),
  });
}

export function writeUInt32Value(value: number, writer: BinaryWriter): void {
  const number = convert("google.protobuf.UInt32Value", value, checkUint32);
  if (number !== 0) writer.uint32(8).uint32(number);
}

export function readUInt32Value(reader: BinaryReader, length: number): number {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.UInt32Value",
    tag: 8,
    initial: 0,
    read: () => reader.uint32(),
  });
}

export function writeBoolValue(value: boolean, writer: BinaryWriter): void {
  if (convert("google.protobuf.BoolValue", value, checkBool)) writer.uint32(8).bool(true);
}

export function readBoolValue(reader: BinaryReader, length: number): boolean {
  return readWrapper<boolean>(reader, length, {
    typeName: "google.protobuf.BoolValue",
    tag: 8,
    initial: false,
    read: () => reader.bool(),
  });
}

export function writeStringValue(value: string, writer: BinaryWriter): void {
  const text = convert("google.protobuf.StringValue", value, checkText);
  if (text !== "") writer.uint32(10).string(text);
}

export function readStringValue(reader: BinaryReader, length: number): string {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.StringValue",
    tag: 10,
    initial: "",
    read: () => reader.string(true),
  });
}

export function writeBytesValue(value: string, writer: BinaryWriter): void {
  const bytes = convert("google.protobuf.BytesValue", value, fromJsonBytes);
  if (bytes.length > 0) writer.uint32(10).bytes(bytes);
}

export function readBytesValue(reader: BinaryReader, length: number): string {
  return readWrapper(reader, length, {
    typeName: "google.protobuf.BytesValue",
    tag: 10,
    initial: "",
    read: () => bytesToBase64(reader.bytes()),
  });
}

interface Wrapper<T> {
  readonly typeName: string;
  readonly tag: number;
  readonly initial: T;
  readonly read: () => T;
}

function readWrapper<T>(reader: BinaryReader, length: number, wrapper: Wrapper<T>): T {
  const state = { value: wrapper.initial };
  readMessageBody(reader, length, {
    typeName: wrapper.typeName,
    state,
    readField: (_reader, tag) => {
      if (tag !== wrapper.tag) return false;
      state.value = wrapper.read();
      return true;
    },
  });
  return state.value;
}

/** Puts the name of the type before the message of an error. */
function convert<From, To>(typeName: string, value: From, conversion: (value: From) => To): To {
  try {
    return conversion(value);
  } catch (error) {
    if (error instanceof BinaryError)
      throw new BinaryError(`${typeName}: ${error.message}`, { cause: error });
    throw toBinaryError(typeName, error);
  }
}

function checkInt32(value: number): number {
  if (typeof value !== "number" || !isInt32(value))
    throw new BinaryError(`expected a 32-bit integer, got ${show(value)}`);
  return value;
}

function checkUint32(value: number): number {
  if (typeof value !== "number" || !isUint32(value)) {
    throw new BinaryError(`expected an unsigned 32-bit integer, got ${show(value)}`);
  }
  return value;
}

function checkBool(value: boolean): boolean {
  if (typeof value !== "boolean") throw new BinaryError(`expected a boolean, got ${quote(value)}`);
  return value;
}

function show(value: unknown): string {
  return typeof value === "number" ? String(value) : quote(value);
}

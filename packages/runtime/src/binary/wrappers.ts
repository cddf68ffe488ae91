import { bytesToBase64 } from "../core/base64.ts";
import { isInt32, isUint32 } from "../core/integer.ts";
import type { JsonDouble } from "../core/json.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import type { BinaryReader } from "./reader.ts";
import {
  checkBool,
  checkText,
  fromJsonBytes,
  fromJsonDouble,
  fromJsonFloat,
  fromJsonInt64,
  fromJsonUint64,
  toJsonDouble,
  toJsonInt64,
} from "./scalar.ts";
import { type WellKnownType, wellKnownType } from "./well-known-type.ts";
import type { BinaryWriter } from "./writer.ts";

/** A wrapper: a message with one field, `value = 1`, which is absent if it holds the default. */
interface Wrapper<T, Wire> {
  readonly name: string;
  readonly tag: number;
  readonly initial: T;
  /** Checks and converts the JSON form. */
  readonly toWire: (value: T) => Wire;
  readonly isDefault: (wire: Wire) => boolean;
  readonly put: (writer: BinaryWriter, wire: Wire) => void;
  readonly read: (reader: BinaryReader) => T;
}

type WriteWrapper<T> = (value: T, writer: BinaryWriter) => void;

/** A later message without a value leaves the value of an earlier one, `into`, as it is. */
type ReadWrapper<T> = (reader: BinaryReader, length: number, into?: T) => T;

const doubleValue: Wrapper<JsonDouble, number> = {
  name: "DoubleValue",
  tag: 9,
  initial: 0,
  toWire: fromJsonDouble,
  isDefault: (wire) => Object.is(wire, 0),
  put: (writer, wire) => writer.double(wire),
  read: (reader) => toJsonDouble(reader.double()),
};
export const writeDoubleValue: WriteWrapper<JsonDouble> = /* @__PURE__ */ writerOf(doubleValue);
export const readDoubleValue: ReadWrapper<JsonDouble> = /* @__PURE__ */ readerOf(doubleValue);
export const DoubleValueBinary: WellKnownType<JsonDouble> = /* @__PURE__ */ typeOf(doubleValue);

const floatValue: Wrapper<JsonDouble, number> = {
  name: "FloatValue",
  tag: 13,
  initial: 0,
  toWire: fromJsonFloat,
  isDefault: (wire) => Object.is(wire, 0),
  put: (writer, wire) => writer.float(wire),
  read: (reader) => toJsonDouble(reader.float()),
};
export const writeFloatValue: WriteWrapper<JsonDouble> = /* @__PURE__ */ writerOf(floatValue);
export const readFloatValue: ReadWrapper<JsonDouble> = /* @__PURE__ */ readerOf(floatValue);
export const FloatValueBinary: WellKnownType<JsonDouble> = /* @__PURE__ */ typeOf(floatValue);

const int64Value: Wrapper<string, string> = {
  name: "Int64Value",
  tag: 8,
  initial: "0",
  toWire: fromJsonInt64,
  isDefault: (wire) => wire === "0",
  put: (writer, wire) => writer.int64(wire),
  read: (reader) => toJsonInt64(reader.int64()),
};
export const writeInt64Value: WriteWrapper<string> = /* @__PURE__ */ writerOf(int64Value);
export const readInt64Value: ReadWrapper<string> = /* @__PURE__ */ readerOf(int64Value);
export const Int64ValueBinary: WellKnownType<string> = /* @__PURE__ */ typeOf(int64Value);

const uint64Value: Wrapper<string, string> = {
  name: "UInt64Value",
  tag: 8,
  initial: "0",
  toWire: fromJsonUint64,
  isDefault: (wire) => wire === "0",
  put: (writer, wire) => writer.uint64(wire),
  read: (reader) => toJsonInt64(reader.uint64()),
};
export const writeUInt64Value: WriteWrapper<string> = /* @__PURE__ */ writerOf(uint64Value);
export const readUInt64Value: ReadWrapper<string> = /* @__PURE__ */ readerOf(uint64Value);
export const UInt64ValueBinary: WellKnownType<string> = /* @__PURE__ */ typeOf(uint64Value);

const int32Value: Wrapper<number, number> = {
  name: "Int32Value",
  tag: 8,
  initial: 0,
  toWire: checkInt32,
  isDefault: (wire) => wire === 0,
  put: (writer, wire) => writer.int32(wire),
  read: (reader) => reader.int32(),
};
export const writeInt32Value: WriteWrapper<number> = /* @__PURE__ */ writerOf(int32Value);
export const readInt32Value: ReadWrapper<number> = /* @__PURE__ */ readerOf(int32Value);
export const Int32ValueBinary: WellKnownType<number> = /* @__PURE__ */ typeOf(int32Value);

const uint32Value: Wrapper<number, number> = {
  name: "UInt32Value",
  tag: 8,
  initial: 0,
  toWire: checkUint32,
  isDefault: (wire) => wire === 0,
  put: (writer, wire) => writer.uint32(wire),
  read: (reader) => reader.uint32(),
};
export const writeUInt32Value: WriteWrapper<number> = /* @__PURE__ */ writerOf(uint32Value);
export const readUInt32Value: ReadWrapper<number> = /* @__PURE__ */ readerOf(uint32Value);
export const UInt32ValueBinary: WellKnownType<number> = /* @__PURE__ */ typeOf(uint32Value);

const boolValue: Wrapper<boolean, boolean> = {
  name: "BoolValue",
  tag: 8,
  initial: false,
  toWire: checkBool,
  isDefault: (wire) => !wire,
  put: (writer, wire) => writer.bool(wire),
  read: (reader) => reader.bool(),
};
export const writeBoolValue: WriteWrapper<boolean> = /* @__PURE__ */ writerOf(boolValue);
export const readBoolValue: ReadWrapper<boolean> = /* @__PURE__ */ readerOf(boolValue);
export const BoolValueBinary: WellKnownType<boolean> = /* @__PURE__ */ typeOf(boolValue);

const stringValue: Wrapper<string, string> = {
  name: "StringValue",
  tag: 10,
  initial: "",
  toWire: checkText,
  isDefault: (wire) => wire === "",
  put: (writer, wire) => writer.string(wire),
  read: (reader) => reader.string(),
};
export const writeStringValue: WriteWrapper<string> = /* @__PURE__ */ writerOf(stringValue);
export const readStringValue: ReadWrapper<string> = /* @__PURE__ */ readerOf(stringValue);
export const StringValueBinary: WellKnownType<string> = /* @__PURE__ */ typeOf(stringValue);

const bytesValue: Wrapper<string, Uint8Array> = {
  name: "BytesValue",
  tag: 10,
  initial: "",
  toWire: fromJsonBytes,
  isDefault: (wire) => wire.length === 0,
  put: (writer, wire) => writer.bytes(wire),
  read: (reader) => bytesToBase64(reader.bytes()),
};
export const writeBytesValue: WriteWrapper<string> = /* @__PURE__ */ writerOf(bytesValue);
export const readBytesValue: ReadWrapper<string> = /* @__PURE__ */ readerOf(bytesValue);
export const BytesValueBinary: WellKnownType<string> = /* @__PURE__ */ typeOf(bytesValue);

function writerOf<T, Wire>({ name, tag, toWire, isDefault, put }: Wrapper<T, Wire>): WriteWrapper<T> {
  const typeName = `google.protobuf.${name}`;
  return (value, writer) => {
    const wire = convert(typeName, value, toWire);
    if (!isDefault(wire)) put(writer.uint32(tag), wire);
  };
}

function readerOf<T, Wire>({ name, tag, initial, read }: Wrapper<T, Wire>): ReadWrapper<T> {
  const typeName = `google.protobuf.${name}`;
  const readField = (reader: BinaryReader, found: number, state: { value: T }): boolean => {
    if (found !== tag) return false;
    state.value = read(reader);
    return true;
  };
  return (reader, length, into = initial) =>
    readMessageBody(reader, length, { typeName, state: { value: into }, readField }).value;
}

function typeOf<T, Wire>(wrapper: Wrapper<T, Wire>): WellKnownType<T> {
  const read = readerOf(wrapper);
  return wellKnownType(wrapper.name, {
    write: writerOf(wrapper),
    read: (reader, length) => read(reader, length),
  });
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

function show(value: unknown): string {
  return typeof value === "number" ? String(value) : quote(value);
}

import { hasOwn, setEntry } from "../core/copy-json.ts";
import type { JsonArray, JsonObject, JsonValue } from "../core/json.ts";
import { isObject } from "../core/object.ts";
import { toIssues } from "../core/problems.ts";
import { checkValue } from "../core/struct.ts";
import { isRecord } from "../core/trust.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { skipField } from "./message-field.ts";
import type { BinaryReader } from "./reader.ts";
import type { BinaryWriter } from "./writer.ts";

/** Objects and arrays that may lie within each other, in both directions. */
const maxDepth = 100;

const structName = "google.protobuf.Struct";
const valueName = "google.protobuf.Value";
const listName = "google.protobuf.ListValue";

/**
 * Writes the body of a google.protobuf.Struct. A value that is no JSON, or is nested deeper than 100, is a
 * BinaryError; a text without a form in UTF-8 is one when the writer finishes.
 */
export function writeStruct(value: JsonObject, writer: BinaryWriter): void {
  if (!isObject(value)) {
    throw new BinaryError(`${structName}: expected an object, got ${quote(value)}`);
  }
  if (!writeFields(value, writer, 0)) refuse(structName, value);
}

/** Writes the body of a google.protobuf.Value; errors as `writeStruct`. */
export function writeValue(value: JsonValue, writer: BinaryWriter): void {
  if (!writeKind(value, writer, 0)) refuse(valueName, value);
}

/** Writes the body of a google.protobuf.ListValue; errors as `writeStruct`. */
export function writeListValue(value: JsonArray, writer: BinaryWriter): void {
  if (!Array.isArray(value)) throw new BinaryError(`${listName}: expected an array, got ${quote(value)}`);
  if (!writeItems(value, writer, 0)) refuse(listName, value);
}

/**
 * Reads the body of a google.protobuf.Struct. A later entry of a key replaces an earlier one;
 * nesting deeper than 100, NaN, infinities, and values without a kind are a BinaryError.
 */
export function readStruct(reader: BinaryReader, length: number): JsonObject {
  const target: JsonObject = {};
  try {
    readFields(reader, endOf(reader, length, reader.len), 1, target);
  } catch (error) {
    throw toBinaryError(structName, error);
  }
  return target;
}

/** Reads the body of a google.protobuf.Value; errors as `readStruct`. */
export function readValue(reader: BinaryReader, length: number): JsonValue {
  let value: JsonValue | undefined;
  try {
    value = readKind(reader, endOf(reader, length, reader.len), 0, undefined);
  } catch (error) {
    throw toBinaryError(valueName, error);
  }
  if (value === undefined)
    throw new BinaryError(`${valueName}: expected one of its kinds to be set, got none`);
  return value;
}

/** Reads the body of a google.protobuf.ListValue; errors as `readStruct`. */
export function readListValue(reader: BinaryReader, length: number): JsonArray {
  const target: JsonArray = [];
  try {
    readItems(reader, endOf(reader, length, reader.len), 1, target);
  } catch (error) {
    throw toBinaryError(listName, error);
  }
  return target;
}

// Tags of the fields, number << 3 | wire type:
// Struct { map<string, Value> fields = 1; } with entries { key = 1; value = 2; }
// ListValue { repeated Value values = 1; }
// Value { null = 1, number = 2, string = 3, bool = 4, struct = 5, list = 6 }

// Each writes until something has no binary form, and says whether it came to the end: asking before takes a
// second walk, a tenth of writing a Task. `depth` is how many objects and arrays are around.

function writeFields(value: JsonObject, writer: BinaryWriter, depth: number): boolean {
  if (depth >= maxDepth || !isRecord(value)) return false;
  for (const key in value) {
    if (!hasOwn.call(value, key)) continue;
    writer.uint32(10).fork().uint32(10).string(key).uint32(18).fork();
    // Only untyped callers have undefined here.
    if (!writeKind(value[key]!, writer, depth + 1)) return false;
    writer.join().join();
  }
  return true;
}

function writeItems(items: JsonArray, writer: BinaryWriter, depth: number): boolean {
  if (depth >= maxDepth) return false;
  for (const item of items) {
    writer.uint32(10).fork();
    if (!writeKind(item, writer, depth + 1)) return false;
    writer.join();
  }
  return true;
}

function writeKind(value: JsonValue, writer: BinaryWriter, depth: number): boolean {
  switch (typeof value) {
    case "string":
      writer.uint32(26).string(value);
      return true;
    case "number":
      writer.uint32(17).double(value);
      return value - value === 0;
    case "boolean":
      writer.uint32(32).bool(value);
      return true;
    case "object": {
      if (value === null) {
        writer.uint32(8).uint32(0);
        return true;
      }
      const isArray = Array.isArray(value);
      writer.uint32(isArray ? 50 : 42).fork();
      if (!(isArray ? writeItems(value, writer, depth) : writeFields(value, writer, depth))) return false;
      writer.join();
      return true;
    }
    default:
      return false;
  }
}

/** Throws what is wrong with a value that was not written to its end. */
function refuse(typeName: string, value: unknown): never {
  const [issue] = toIssues(checkValue(value)?.problems ?? []);
  const { path = "", message = "expected a JSON value" } = issue ?? {};
  throw new BinaryError(`${path === "" ? typeName : `${typeName}: ${path}`}: ${message}`);
}

// `end` is where a message ends, and `depth` how many objects and arrays it lies in, itself included.

function readFields(reader: BinaryReader, end: number, depth: number, target: JsonObject): void {
  checkDepth(depth);
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag !== 10) {
      skipField(reader, tag);
      continue;
    }
    readEntry(reader, endOf(reader, reader.uint32(), end), depth, target);
  }
  checkEnd(reader, end);
}

function readEntry(reader: BinaryReader, end: number, depth: number, target: JsonObject): void {
  let key = "";
  let value: JsonValue | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 10) key = reader.string();
    else if (tag === 18) {
      value = readKind(reader, endOf(reader, reader.uint32(), end), depth, value);
    } else skipField(reader, tag);
  }
  checkEnd(reader, end);
  if (value === undefined) throw new Error(`expected a value of the key ${quote(key)}, got none`);
  setEntry(target, key, value);
}

function readItems(reader: BinaryReader, end: number, depth: number, target: JsonArray): void {
  checkDepth(depth);
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag !== 10) {
      skipField(reader, tag);
      continue;
    }
    const value = readKind(reader, endOf(reader, reader.uint32(), end), depth, undefined);
    if (value === undefined) throw new Error(`expected a value of item ${target.length}, got none`);
    target.push(value);
  }
  checkEnd(reader, end);
}

/** The last kind wins, except that two objects or two arrays in a row are merged into `value`. */
function readKind(
  reader: BinaryReader,
  end: number,
  around: number,
  current: JsonValue | undefined,
): JsonValue | undefined {
  const depth = around + 1;
  let value = current;
  while (reader.pos < end) {
    const tag = reader.uint32();
    switch (tag) {
      case 8:
        reader.int32();
        value = null;
        break;
      case 17:
        value = readFinite(reader);
        break;
      case 26:
        value = reader.string();
        break;
      case 32:
        value = reader.bool();
        break;
      case 42: {
        const target: JsonObject = isObject(value) ? value : {};
        readFields(reader, endOf(reader, reader.uint32(), end), depth, target);
        value = target;
        break;
      }
      case 50: {
        const target: JsonArray = Array.isArray(value) ? value : [];
        readItems(reader, endOf(reader, reader.uint32(), end), depth, target);
        value = target;
        break;
      }
      default:
        skipField(reader, tag);
    }
  }
  checkEnd(reader, end);
  return value;
}

function readFinite(reader: BinaryReader): number {
  const value = reader.double();
  if (value - value !== 0) throw new Error(`expected a finite number, got ${value}`);
  return value;
}

function endOf(reader: BinaryReader, length: number, limit: number): number {
  const end = reader.pos + length;
  if (end > limit) throw new Error(`expected ${length} bytes, got ${limit - reader.pos}`);
  return end;
}

function checkEnd(reader: BinaryReader, end: number): void {
  if (reader.pos !== end) throw new Error("a field goes on after the end of its message");
}

function checkDepth(depth: number): void {
  if (depth > maxDepth)
    throw new Error(`expected at most ${maxDepth} levels of objects and arrays, got more`);
}

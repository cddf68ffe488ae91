import { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import type { JsonAny, JsonArray, JsonDouble, JsonObject, JsonValue } from "../core/json.ts";
import { isWellFormed } from "../core/well-formed.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readDuration, writeDuration } from "./duration.ts";
import { readEmpty, writeEmpty } from "./empty.ts";
import { readFieldMask, writeFieldMask } from "./field-mask.ts";
import { readMessageBody } from "./message-body.ts";
import { readListValue, readStruct, readValue, writeListValue, writeStruct, writeValue } from "./struct.ts";
import { readTimestamp, writeTimestamp } from "./timestamp.ts";
import { type BinaryType, createTypeRegistry, type TypeRegistry } from "./type-registry.ts";
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

const typeName = "google.protobuf.Any";
const urlPrefix = "type.googleapis.com/";
const maxDepth = 100;

const noTypes: TypeRegistry = /* @__PURE__ */ createTypeRegistry([]);

/** Writes the body of a google.protobuf.Any; a type that is not registered is a BinaryError. */
export function writeAny(value: JsonAny, writer: BinaryWriter, types: TypeRegistry = noTypes): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BinaryError(`${typeName}: expected an object, got ${quote(value)}`);
  }
  if (Object.keys(value).length === 0) return;
  const { "@type": url, ...fields } = value;
  if (typeof url !== "string" || url === "" || !isWellFormed(url)) {
    throw new BinaryError(`${typeName}: expected "@type" to be a type URL, got ${quote(url)}`);
  }
  const packedName = nameOf(url);
  const bytes = pack(packedName, fields, nest(types, packedName));
  writer.uint32(10).string(url.includes("/") ? url : `${urlPrefix}${url}`);
  if (bytes.length > 0) writer.uint32(18).bytes(bytes);
}

/** Reads the body of a google.protobuf.Any; a type that is not registered is a BinaryError. */
export function readAny(reader: BinaryReader, length: number, types: TypeRegistry = noTypes): JsonAny {
  const state = readMessageBody<Packed>(reader, length, {
    typeName,
    state: { url: "", bytes: new Uint8Array(0) },
    readField: readPacked,
  });
  if (state.url === "") {
    // Nothing is packed: the one form of Any without a type URL.
    if (state.bytes.length === 0) return {} as JsonAny;
    throw new BinaryError(`${typeName}: expected a type URL beside the value, got none`);
  }
  const packedName = nameOf(state.url);
  return { "@type": state.url, ...unpack(packedName, state.bytes, nest(types, packedName)) };
}

interface Packed {
  url: string;
  bytes: Uint8Array;
}

function readPacked(reader: BinaryReader, tag: number, state: Packed): boolean {
  switch (tag) {
    case 10:
      state.url = reader.string(true);
      return true;
    case 18:
      state.bytes = reader.bytes();
      return true;
    default:
      return false;
  }
}

function pack(
  packedName: string,
  fields: { readonly [field: string]: unknown },
  types: TypeRegistry,
): Uint8Array {
  const wellKnown = findWellKnown(packedName);
  if (wellKnown === undefined) {
    const type = findType(packedName, types);
    try {
      return type.encode(fields, types);
    } catch (error) {
      throw toBinaryError(`${typeName} of ${packedName}`, error);
    }
  }
  if (wellKnown.hasValue && !Object.hasOwn(fields, "value")) {
    throw new BinaryError(`${typeName} of ${packedName}: expected "value" beside "@type", got none`);
  }
  const writer = new BinaryWriter();
  wellKnown.write(wellKnown.hasValue ? fields["value"] : fields, writer, types);
  return writer.finish();
}

function unpack(packedName: string, bytes: Uint8Array, types: TypeRegistry): object {
  const wellKnown = findWellKnown(packedName);
  if (wellKnown !== undefined) {
    const value = wellKnown.read(new BinaryReader(bytes), bytes.length, types);
    return wellKnown.hasValue ? { value } : {};
  }
  const type = findType(packedName, types);
  let message: unknown;
  try {
    message = type.decode(bytes, types);
  } catch (error) {
    throw toBinaryError(`${typeName} of ${packedName}`, error);
  }
  if (typeof message === "object" && message !== null && !Array.isArray(message)) return message;
  throw new BinaryError(
    `${typeName} of ${packedName}: expected decode to return an object, got ${quote(message)}`,
  );
}

function nameOf(url: string): string {
  const name = url.slice(url.lastIndexOf("/") + 1);
  if (name === "")
    throw new BinaryError(`${typeName}: expected a type name after the last slash of ${quote(url)}`);
  return name;
}

function nest(types: TypeRegistry, packedName: string): TypeRegistry {
  // Any within Any is the one nesting that no message type bounds.
  if (types.depth >= maxDepth) {
    throw new BinaryError(
      `${typeName} of ${packedName}: expected at most ${maxDepth} levels of Any, got more`,
    );
  }
  return { types: types.types, depth: types.depth + 1 };
}

function findType(packedName: string, types: TypeRegistry): BinaryType {
  const type = types.types.get(packedName);
  if (type !== undefined) return type;
  throw new BinaryError(
    `${typeName}: ${packedName} is not registered; pass types: createTypeRegistry([...]) with the codec of ${packedName}`,
  );
}

interface WellKnownCodec {
  /** Whether the JSON form stands under "value" rather than beside "@type". */
  readonly hasValue: boolean;
  readonly write: (value: unknown, writer: BinaryWriter, types: TypeRegistry) => void;
  readonly read: (reader: BinaryReader, length: number, types: TypeRegistry) => unknown;
}

// The writers check what they are given at run time, so that the casts cannot do harm.
function findWellKnown(packedName: string): WellKnownCodec | undefined {
  switch (packedName) {
    case "google.protobuf.Any":
      return {
        hasValue: true,
        write: (value, writer, types) => writeAny(value as JsonAny, writer, types),
        read: readAny,
      };
    case "google.protobuf.Empty":
      return {
        hasValue: false,
        write: (value, writer) => writeEmpty(value as object, writer),
        read: readEmpty,
      };
    case "google.protobuf.Timestamp":
      return {
        hasValue: true,
        write: (value, writer) => writeTimestamp(value as string, writer),
        read: readTimestamp,
      };
    case "google.protobuf.Duration":
      return {
        hasValue: true,
        write: (value, writer) => writeDuration(value as string, writer),
        read: readDuration,
      };
    case "google.protobuf.FieldMask":
      return {
        hasValue: true,
        write: (value, writer) => writeFieldMask(value as string, writer),
        read: readFieldMask,
      };
    case "google.protobuf.Struct":
      return {
        hasValue: true,
        write: (value, writer) => writeStruct(value as JsonObject, writer),
        read: readStruct,
      };
    case "google.protobuf.Value":
      return {
        hasValue: true,
        write: (value, writer) => writeValue(value as JsonValue, writer),
        read: readValue,
      };
    case "google.protobuf.ListValue":
      return {
        hasValue: true,
        write: (value, writer) => writeListValue(value as JsonArray, writer),
        read: readListValue,
      };
    case "google.protobuf.DoubleValue":
      return {
        hasValue: true,
        write: (value, writer) => writeDoubleValue(value as JsonDouble, writer),
        read: readDoubleValue,
      };
    case "google.protobuf.FloatValue":
      return {
        hasValue: true,
        write: (value, writer) => writeFloatValue(value as JsonDouble, writer),
        read: readFloatValue,
      };
    case "google.protobuf.Int64Value":
      return {
        hasValue: true,
        write: (value, writer) => writeInt64Value(value as string, writer),
        read: readInt64Value,
      };
    case "google.protobuf.UInt64Value":
      return {
        hasValue: true,
        write: (value, writer) => writeUInt64Value(value as string, writer),
        read: readUInt64Value,
      };
    case "google.protobuf.Int32Value":
      return {
        hasValue: true,
        write: (value, writer) => writeInt32Value(value as number, writer),
        read: readInt32Value,
      };
    case "google.protobuf.UInt32Value":
      return {
        hasValue: true,
        write: (value, writer) => writeUInt32Value(value as number, writer),
        read: readUInt32Value,
      };
    case "google.protobuf.BoolValue":
      return {
        hasValue: true,
        write: (value, writer) => writeBoolValue(value as boolean, writer),
        read: readBoolValue,
      };
    case "google.protobuf.StringValue":
      return {
        hasValue: true,
        write: (value, writer) => writeStringValue(value as string, writer),
        read: readStringValue,
      };
    case "google.protobuf.BytesValue":
      return {
        hasValue: true,
        write: (value, writer) => writeBytesValue(value as string, writer),
        read: readBytesValue,
      };
    default:
      return undefined;
  }
}

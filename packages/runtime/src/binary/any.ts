import { checkAny, withTypes } from "../core/any.ts";
import { base64ToBytes, bytesToBase64 } from "../core/base64.ts";
import { tryDecode } from "../core/codec.ts";
import { copyJson } from "../core/copy-json.ts";
import { formatIssue } from "../core/issue.ts";
import type { JsonAny } from "../core/json.ts";
import { isObject } from "../core/object.ts";
import { isBytes } from "../core/scalars.ts";
import { isWellFormed } from "../core/well-formed.ts";
import { BinaryError, quote, toBinaryError } from "./binary-error.ts";
import { readMessageBody } from "./message-body.ts";
import { BinaryReader } from "./reader.ts";
import { createTypeRegistry, type TypeRegistry } from "./type-registry.ts";
import { type WellKnownType, wellKnownType } from "./well-known-type.ts";
import * as messageTypes from "./well-known-types.ts";
import * as wrappers from "./wrappers.ts";
import { BinaryWriter } from "./writer.ts";

const typeName = "google.protobuf.Any";
const urlPrefix = "type.googleapis.com/";
const maxDepth = 100;

const noTypes: TypeRegistry = /* @__PURE__ */ createTypeRegistry([]);

/**
 * Writes the body of a google.protobuf.Any: the packed message in any spelling that its type accepts. A type
 * that is not registered is a BinaryError, unless its bytes stand in base64 under "value".
 */
export function writeAny(value: JsonAny, writer: BinaryWriter, types: TypeRegistry = noTypes): void {
  if (!isObject(value)) {
    throw new BinaryError(`${typeName}: expected an object, got ${quote(value)}`);
  }
  if (Object.keys(value).length === 0) return;
  const url = value["@type"];
  if (typeof url !== "string" || url === "" || !isWellFormed(url)) {
    throw new BinaryError(`${typeName}: expected "@type" to be a type URL, got ${quote(url)}`);
  }
  const packedName = nameOf(url);
  const { "@type": _, ...fields } = normalize(value, packedName, types);
  const bytes = pack(packedName, fields, nest(types, packedName));
  writer.uint32(10).string(url.includes("/") ? url : `${urlPrefix}${url}`);
  if (bytes.length > 0) writer.uint32(18).bytes(bytes);
}

/** The Any in the spelling that writers take; the caller's own value stays as it is. */
function normalize(value: JsonAny, packedName: string, types: TypeRegistry): JsonAny {
  // An Any in it is looked at when it is written itself; writers find what is wrong with types that have no
  // check.
  const isChecked = wellKnownTypes.has(packedName) || types.types.get(packedName)?.check !== undefined;
  if (!isChecked || packedName === typeName) return value;
  const relaying = { types: types.types, relays: true };
  if (withTypes(relaying, () => checkAny(value)) === undefined) return value;
  const result = tryDecode<JsonAny>(checkAny, copyJson(value), { types: relaying });
  if (result.ok) return result.value;
  const [issue] = result.issues;
  throw new BinaryError(`${typeName} of ${packedName}: ${issue === undefined ? "" : formatIssue(issue)}`);
}

/**
 * Reads the body of a google.protobuf.Any. The bytes of a type that is not registered stand in base64 under
 * "value": checks refuse them, and the lenient mode keeps them.
 */
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
      state.url = reader.string();
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
  const wellKnown = wellKnownTypes.get(packedName);
  if (wellKnown === undefined) {
    const type = types.types.get(packedName);
    if (type === undefined) return packUnknown(packedName, fields);
    try {
      return type.encode(fields, types);
    } catch (error) {
      throw toBinaryError(`${typeName} of ${packedName}`, error);
    }
  }
  const hasValue = wellKnown !== messageTypes.EmptyBinary;
  if (hasValue && !Object.hasOwn(fields, "value")) {
    throw new BinaryError(`${typeName} of ${packedName}: expected "value" beside "@type", got none`);
  }
  const writer = new BinaryWriter();
  wellKnown.write((hasValue ? fields["value"] : fields) as never, writer, types);
  return writer.finish();
}

function unpack(packedName: string, bytes: Uint8Array, types: TypeRegistry): object {
  const wellKnown = wellKnownTypes.get(packedName);
  if (wellKnown !== undefined) {
    const value = wellKnown.read(new BinaryReader(bytes), bytes.length, types);
    return wellKnown === messageTypes.EmptyBinary ? {} : { value };
  }
  const type = types.types.get(packedName);
  if (type === undefined) return { value: bytesToBase64(bytes) };
  let message: unknown;
  try {
    // The check of the message around it looks at this one too.
    message =
      type.read === undefined
        ? type.decode(bytes, types)
        : type.read(new BinaryReader(bytes), bytes.length, types);
  } catch (error) {
    throw toBinaryError(`${typeName} of ${packedName}`, error);
  }
  if (isObject(message)) return message;
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

function packUnknown(packedName: string, fields: { readonly [field: string]: unknown }): Uint8Array {
  const { value, ...rest } = fields;
  if (isBytes(value) && Object.keys(rest).length === 0) return base64ToBytes(value);
  throw new BinaryError(
    `${typeName}: ${packedName} is not registered; pass types: createTypeRegistry([...]) with the codec of ${packedName}`,
  );
}

export const AnyBinary: WellKnownType<JsonAny> = /* @__PURE__ */ wellKnownType("Any", {
  write: writeAny,
  read: readAny,
  check: checkAny,
});

/** Takes the values of its type only; writers check them at run time. */
interface PackedType extends Pick<WellKnownType<unknown>, "typeName" | "read"> {
  readonly write: (value: never, writer: BinaryWriter, types?: TypeRegistry) => void;
}

const wellKnownTypes: ReadonlyMap<string, PackedType> = /* @__PURE__ */ indexByName();

function indexByName(): ReadonlyMap<string, PackedType> {
  const types: readonly PackedType[] = [
    AnyBinary,
    ...Object.values(messageTypes),
    wrappers.BoolValueBinary,
    wrappers.BytesValueBinary,
    wrappers.DoubleValueBinary,
    wrappers.FloatValueBinary,
    wrappers.Int32ValueBinary,
    wrappers.Int64ValueBinary,
    wrappers.StringValueBinary,
    wrappers.UInt32ValueBinary,
    wrappers.UInt64ValueBinary,
  ];
  return new Map(types.map((type) => [type.typeName, type]));
}

import type { MapKey, Scalar, ValueType, WellKnown } from "../../model/model.ts";
import { type IntegerText, integerPattern, upTo } from "./decimal-pattern.ts";
import type { SchemaMode, SchemaObject } from "./schema.ts";

const int32 = { type: "integer", minimum: -2147483648, maximum: 2147483647 };
const uint32 = { type: "integer", minimum: 0, maximum: 4294967295 };
const maximumFloat = 3.4028234663852886e38;

const int64Text = { below: "9223372036854775808", above: "9223372036854775807" };
const uint64Text = { below: "0", above: "18446744073709551615" };
const int32Text = { below: "2147483648", above: "2147483647" };
const uint32Text = { below: "0", above: "4294967295" };

/** The numbers that JSON has no spelling for. */
const doubleNames = { type: "string", enum: ["NaN", "Infinity", "-Infinity"] };

export function scalarSchema(scalar: Scalar, mode: SchemaMode): SchemaObject {
  switch (scalar) {
    case "double":
      return { anyOf: [{ type: "number" }, doubleNames] };
    case "float":
      return { anyOf: [{ type: "number", minimum: -maximumFloat, maximum: maximumFloat }, doubleNames] };
    case "int32":
    case "sint32":
    case "sfixed32":
      return int32;
    case "uint32":
    case "fixed32":
      return uint32;
    case "int64":
    case "sint64":
    case "sfixed64":
      return longSchema(int64Text, mode);
    case "uint64":
    case "fixed64":
      return longSchema(uint64Text, mode);
    case "bool":
      return { type: "boolean" };
    case "string":
      return { type: "string" };
    case "bytes":
      return { type: "string", contentEncoding: "base64", pattern: mode === "strict" ? base64 : anyBase64 };
  }
}

/**
 * What bytes look like, since validators take contentEncoding for an annotation: strict, the standard
 * alphabet with its padding, else either alphabet with or without it. The length is checked up to 1,000
 * characters: engines keep a place to return to for each turn of a repeated group, and overflow on some
 * megabytes.
 */
const base64 = base64Pattern("[A-Za-z0-9+/]", { two: "==", one: "=" });
const anyBase64 = base64Pattern("[A-Za-z0-9+/_-]", { two: "(==)?", one: "=?" });

function base64Pattern(digit: string, { two, one }: { readonly two: string; readonly one: string }): string {
  const short = `(${digit}{4}){0,250}(${digit}{2}${two}|${digit}{3}${one})?`;
  return `^(${short}|${digit}{1000}${digit}*={0,2})$`;
}

/** Integers of 64 bits are texts; receivers also take numbers that no parser has rounded. */
function longSchema(bounds: { below: string; above: string }, mode: SchemaMode): SchemaObject {
  const text = { type: "string", pattern: integerPattern(bounds) };
  if (mode === "strict") return text;
  const minimum = bounds.below === "0" ? 0 : Number.MIN_SAFE_INTEGER;
  return { anyOf: [text, { type: "integer", minimum, maximum: Number.MAX_SAFE_INTEGER }] };
}

/**
 * The integers that are texts in JSON, by the bounds of those texts; undefined for other schemas.
 */
export function textOf(type: ValueType): IntegerText | undefined {
  const scalar =
    type.kind === "scalar"
      ? type.scalar
      : type.kind !== "wellKnown"
        ? undefined
        : type.wellKnown === "Int64Value"
          ? "int64"
          : type.wellKnown === "UInt64Value"
            ? "uint64"
            : undefined;
  switch (scalar) {
    case "int64":
    case "sint64":
    case "sfixed64":
      return int64Text;
    case "uint64":
    case "fixed64":
      return uint64Text;
    default:
      return undefined;
  }
}

/** The same of the keys of a map, which are all texts. */
export function keyTextOf(key: MapKey): IntegerText | undefined {
  switch (key) {
    case "int32":
    case "sint32":
    case "sfixed32":
      return int32Text;
    case "uint32":
    case "fixed32":
      return uint32Text;
    default:
      return textOf({ kind: "scalar", scalar: key });
  }
}

const date = "(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?";
const pathName = "(\\*|[A-Za-z][A-Za-z0-9]*)";

export function wellKnownSchema(wellKnown: WellKnown, mode: SchemaMode): SchemaObject {
  switch (wellKnown) {
    case "Any":
      return {
        type: "object",
        properties: { "@type": { type: "string", pattern: "[^/]$" } },
        additionalProperties: true,
        anyOf: [
          { type: "object", properties: { "@type": true }, required: ["@type"] },
          { type: "object", maxProperties: 0 },
        ],
      };
    case "Empty":
      return { type: "object", ...(mode === "strict" ? { additionalProperties: false } : {}) };
    case "Struct":
      return { type: "object", additionalProperties: true };
    case "Value":
      return {};
    case "ListValue":
      return { type: "array", items: {} };
    case "Timestamp":
      return { type: "string", format: "date-time", pattern: `^${date}T${time}Z$` };
    case "Duration":
      return { type: "string", pattern: `^-?${upTo("315576000000")}(\\.[0-9]{1,9})?s$` };
    case "FieldMask":
      return { type: "string", pattern: `^(${pathName}([.,]${pathName})*)?$` };
    case "NullValue":
      return { type: "null" };
    case "BoolValue":
      return scalarSchema("bool", mode);
    case "BytesValue":
      return scalarSchema("bytes", mode);
    case "DoubleValue":
      return scalarSchema("double", mode);
    case "FloatValue":
      return scalarSchema("float", mode);
    case "Int32Value":
      return scalarSchema("int32", mode);
    case "Int64Value":
      return scalarSchema("int64", mode);
    case "StringValue":
      return scalarSchema("string", mode);
    case "UInt32Value":
      return scalarSchema("uint32", mode);
    case "UInt64Value":
      return scalarSchema("uint64", mode);
  }
}

const wellKnownNames: Readonly<Record<WellKnown, true>> = {
  Any: true,
  Duration: true,
  Empty: true,
  FieldMask: true,
  ListValue: true,
  NullValue: true,
  Struct: true,
  Timestamp: true,
  Value: true,
  BoolValue: true,
  BytesValue: true,
  DoubleValue: true,
  FloatValue: true,
  Int32Value: true,
  Int64Value: true,
  StringValue: true,
  UInt32Value: true,
  UInt64Value: true,
};

/** "google.protobuf.Empty" -> "Empty"; undefined for types without a special JSON form. */
export function findWellKnown(typeName: string): WellKnown | undefined {
  const name = typeName.startsWith("google.protobuf.") ? typeName.slice("google.protobuf.".length) : "";
  return isWellKnown(name) ? name : undefined;
}

function isWellKnown(name: string): name is WellKnown {
  return Object.hasOwn(wellKnownNames, name);
}

/** What the keys of a map match; undefined for those that can be any text. */
export function mapKeySchema(key: MapKey): SchemaObject | undefined {
  switch (key) {
    case "string":
      return undefined;
    case "bool":
      return { enum: ["true", "false"] };
    case "int32":
    case "sint32":
    case "sfixed32":
      return { pattern: integerPattern(int32Text) };
    case "uint32":
    case "fixed32":
      return { pattern: integerPattern(uint32Text) };
    case "int64":
    case "sint64":
    case "sfixed64":
      return { pattern: integerPattern(int64Text) };
    case "uint64":
    case "fixed64":
      return { pattern: integerPattern(uint64Text) };
  }
}

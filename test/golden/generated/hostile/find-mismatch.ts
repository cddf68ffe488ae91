import type { ModelIndex } from "../../../../generators/model/index-model.ts";
import type {
  FieldModel,
  MessageModel,
  Scalar,
  ValueType,
  WellKnown,
} from "../../../../generators/model/model.ts";
import { toWireType } from "../../../../generators/model/wire-type.ts";

/**
 * Says where an accepted value is not of the type that the generated code declares; undefined when
 * it is. Written from the model alone, so that it shares nothing with the codecs.
 */
export function findMismatch(value: unknown, message: MessageModel, index: ModelIndex): string | undefined {
  if (!isObject(value)) return "is no object";
  for (const field of message.fields) {
    // undefined is no value.
    if (!Object.hasOwn(value, field.jsonName) || value[field.jsonName] === undefined) {
      if (field.presence === "required") return `${field.jsonName} is missing`;
      continue;
    }
    const problem = checkField(value[field.jsonName], field, index);
    if (problem !== undefined) return `${field.jsonName} ${problem}`;
  }
  for (const { name, members, required } of message.oneofs) {
    const set = members.filter((member) => Object.hasOwn(value, member) && value[member] !== undefined);
    if (set.length > 1 || (required && set.length === 0)) return `${name} has ${set.length} members`;
  }
  return undefined;
}

function checkField(value: unknown, field: FieldModel, index: ModelIndex): string | undefined {
  const { shape, rules } = field;
  switch (shape.kind) {
    case "singular":
      if (rules.values !== undefined && !rules.values.some((allowed) => allowed === value))
        return "is not allowed";
      if (
        typeof value === "number" &&
        (value < (rules.minimum ?? value) || value > (rules.maximum ?? value))
      ) {
        return "is out of range";
      }
      return checkValue(value, shape.type, index);
    case "list": {
      if (!Array.isArray(value)) return "is no array";
      if (rules.nonEmpty && value.length === 0) return "is empty";
      return value
        .map((element) => checkValue(element, shape.type, index))
        .find((found) => found !== undefined);
    }
    case "map": {
      if (!isObject(value)) return "is no object";
      return Object.keys(value)
        .map((key) => (isKey(key, shape.key) ? checkValue(value[key], shape.type, index) : "has a bad key"))
        .find((found) => found !== undefined);
    }
  }
}

function checkValue(value: unknown, valueType: ValueType, index: ModelIndex): string | undefined {
  const type = toWireType(valueType);
  switch (type.kind) {
    case "scalar":
      return isScalar(value, type.scalar) ? undefined : `is no ${type.scalar}`;
    case "enum": {
      const { values, unnamed } = index.enumeration(type.typeName);
      const isOther = unnamed && values.every(({ number }) => number !== value);
      if (isOther && typeof value === "number" && (value | 0) === value) return undefined;
      const allowed = values.filter(({ unspecified }) => type.withZero || !unspecified);
      return allowed.some(({ json }) => json === value) ? undefined : "is no value of the enum";
    }
    case "message":
      return findMismatch(value, index.message(type.typeName), index);
    case "wellKnown":
      return isWellKnown(value, type.wellKnown) ? undefined : `is no ${type.wellKnown}`;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInteger(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function isInteger64(value: unknown, least: bigint, most: bigint): boolean {
  if (typeof value !== "string" || !/^(?:0|-?[1-9][0-9]*)$/.test(value)) return false;
  return BigInt(value) >= least && BigInt(value) <= most;
}

function isDouble(value: unknown): boolean {
  return Number.isFinite(value) || value === "NaN" || value === "Infinity" || value === "-Infinity";
}

function isScalar(value: unknown, scalar: Scalar): boolean {
  switch (scalar) {
    case "double":
    case "float":
      return isDouble(value);
    case "int32":
    case "sint32":
    case "sfixed32":
      return isInteger(value, -(2 ** 31), 2 ** 31 - 1);
    case "uint32":
    case "fixed32":
      return isInteger(value, 0, 2 ** 32 - 1);
    case "int64":
    case "sint64":
    case "sfixed64":
      return isInteger64(value, -(2n ** 63n), 2n ** 63n - 1n);
    case "uint64":
    case "fixed64":
      return isInteger64(value, 0n, 2n ** 64n - 1n);
    case "bool":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string" && !/\p{Surrogate}/u.test(value);
    case "bytes":
      return typeof value === "string" && Buffer.from(value, "base64").length === byteLength(value);
  }
}

function byteLength(base64: string): number {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return -1;
  return (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
}

function isKey(key: string, scalar: Scalar): boolean {
  switch (scalar) {
    case "string":
      return isScalar(key, "string");
    case "bool":
      return key === "true" || key === "false";
    case "int32":
    case "sint32":
    case "sfixed32":
      return isInteger64(key, -(2n ** 31n), 2n ** 31n - 1n);
    case "uint32":
    case "fixed32":
      return isInteger64(key, 0n, 2n ** 32n - 1n);
    default:
      return isScalar(key, scalar);
  }
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isObject(value)) return Object.values(value).every(isJson);
  return value === null || typeof value === "boolean" || isScalar(value, "string") || Number.isFinite(value);
}

const wrapped: Partial<Record<WellKnown, Scalar>> = {
  BoolValue: "bool",
  BytesValue: "bytes",
  DoubleValue: "double",
  FloatValue: "float",
  Int32Value: "int32",
  Int64Value: "int64",
  StringValue: "string",
  UInt32Value: "uint32",
  UInt64Value: "uint64",
};

function isWellKnown(value: unknown, wellKnown: WellKnown): boolean {
  const scalar = wrapped[wellKnown];
  if (scalar !== undefined) return isScalar(value, scalar);
  switch (wellKnown) {
    case "Timestamp":
      return typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value);
    case "Duration":
      return typeof value === "string" && /^-?\d+(?:\.\d{1,9})?s$/.test(value);
    case "FieldMask":
      return typeof value === "string" && /^[\w*.,]*$/.test(value);
    case "NullValue":
      return value === null;
    case "ListValue":
      return Array.isArray(value) && isJson(value);
    case "Value":
      return isJson(value);
    default:
      return isObject(value) && isJson(value);
  }
}

import { isBase64, normalizeBase64 } from "./base64.ts";
import { isDuration as isDurationText, normalizeDuration } from "./duration.ts";
import { isFieldMask as isFieldMaskText } from "./field-mask.ts";
import {
  isInt32 as isInt32Number,
  isInt64Text,
  isUint32 as isUint32Number,
  isUint64Text,
  normalizeInt32,
  normalizeInt64,
  normalizeProtoInt64,
  normalizeProtoUint64,
  normalizeUint32,
  normalizeUint64,
} from "./integer.ts";
import type { Kind } from "./kind.ts";
import { isTimestamp as isTimestampText, normalizeTimestamp } from "./timestamp.ts";
import { isRead, isText } from "./trust.ts";

export function isInt32(value: unknown): value is number {
  return typeof value === "number" && isInt32Number(value);
}

export function isUint32(value: unknown): value is number {
  return typeof value === "number" && isUint32Number(value);
}

export function isInt64(value: unknown): value is string {
  return typeof value === "string" && isInt64Text(value);
}

export function isUint64(value: unknown): value is string {
  return typeof value === "string" && isUint64Text(value);
}

/** A finite number, or one of the names that ProtoJSON has for the others. */
export function isDouble(value: unknown): boolean {
  return typeof value === "number" ? value - value === 0 : isDoubleName(value);
}

const maximumFloat = 3.4028234663852886e38;

export function isFloat(value: unknown): boolean {
  return typeof value === "number" ? value <= maximumFloat && value >= -maximumFloat : isDoubleName(value);
}

function isDoubleName(value: unknown): boolean {
  return value === "NaN" || value === "Infinity" || value === "-Infinity";
}

export function isBytes(value: unknown): value is string {
  return typeof value === "string" && (isRead() || isBase64(value));
}

export function isTimestamp(value: unknown): value is string {
  return typeof value === "string" && (isRead() || isTimestampText(value));
}

export function isDuration(value: unknown): value is string {
  return typeof value === "string" && (isRead() || isDurationText(value));
}

export function isFieldMask(value: unknown): value is string {
  return typeof value === "string" && isFieldMaskText(value);
}

export const text: Kind = { is: isText, expected: "a string", code: "text", jsonType: "string" };

export const bool: Kind = {
  is: (value) => typeof value === "boolean",
  expected: "true or false",
  code: "type",
  jsonType: "boolean",
};

export const int32: Kind = {
  is: isInt32,
  expected: "a 32-bit integer",
  code: "range",
  jsonType: "number",
};

export const uint32: Kind = {
  is: isUint32,
  expected: "an unsigned 32-bit integer",
  code: "range",
  jsonType: "number",
};

export const int64: Kind = {
  is: isInt64,
  normalize: (value) =>
    typeof value === "number" || typeof value === "string" ? normalizeInt64(value) : undefined,
  expected: "a 64-bit integer as a decimal string",
  code: "format",
  jsonType: "string",
};

export const uint64: Kind = {
  is: isUint64,
  normalize: (value) =>
    typeof value === "number" || typeof value === "string" ? normalizeUint64(value) : undefined,
  expected: "an unsigned 64-bit integer as a decimal string",
  code: "format",
  jsonType: "string",
};

export const double: Kind = { is: isDouble, expected: "a finite number", code: "range", jsonType: "number" };

export const float: Kind = {
  is: isFloat,
  expected: "a number of single precision",
  code: "range",
  jsonType: "number",
};

export const bytes: Kind = {
  is: isBytes,
  normalize: (value) => (typeof value === "string" ? normalizeBase64(value) : undefined),
  expected: "bytes in base64",
  code: "format",
  jsonType: "string",
};

const utcTimestamp = "a timestamp of RFC 3339 in UTC, such as 2025-10-28T10:30:00.000Z";

export const timestamp: Kind = {
  is: isTimestamp,
  mend: (value) => (typeof value === "string" ? normalizeTimestamp(value) : undefined),
  expected: utcTimestamp,
  code: "format",
  jsonType: "string",
};

export const duration: Kind = {
  is: isDuration,
  normalize: (value) => (typeof value === "string" ? normalizeDuration(value) : undefined),
  expected: 'a duration in seconds, such as "1.5s"',
  code: "format",
  jsonType: "string",
};

export const fieldMask: Kind = {
  is: isFieldMask,
  expected: "paths in lowerCamelCase, separated by commas",
  code: "format",
  jsonType: "string",
};

export const nullValue: Kind = {
  is: (value) => value === null,
  expected: "null",
  code: "type",
  jsonType: "null",
};

// Keys of maps: JSON has strings only.

export const int32Key: Kind = /* @__PURE__ */ integerKey(int32);
export const uint32Key: Kind = /* @__PURE__ */ integerKey(uint32);

function integerKey(kind: Kind): Kind {
  const normalize = (value: unknown): string | undefined => {
    const decimal = typeof value === "string" ? normalizeInt64(value) : undefined;
    return decimal !== undefined && kind.is(Number(decimal)) ? decimal : undefined;
  };
  return { ...kind, is: (value) => normalize(value) === value, normalize, code: "key", jsonType: "string" };
}

export const boolKey: Kind = {
  is: (value) => value === "true" || value === "false",
  expected: '"true" or "false"',
  code: "key",
  jsonType: "string",
};

// What parsers of ProtoJSON accept besides.

export const protoInt32: Kind = /* @__PURE__ */ derive(int32, { normalize: normalizeInt32 });
export const protoUint32: Kind = /* @__PURE__ */ derive(uint32, { normalize: normalizeUint32 });
export const protoInt64: Kind = /* @__PURE__ */ derive(int64, { normalize: normalizeProtoInt64 });
export const protoUint64: Kind = /* @__PURE__ */ derive(uint64, { normalize: normalizeProtoUint64 });
export const protoDouble: Kind = /* @__PURE__ */ derive(double, {
  normalize: (value) => fromNumberText(value, isDouble),
});
export const protoFloat: Kind = /* @__PURE__ */ derive(float, {
  normalize: (value) => fromNumberText(value, isFloat),
});
export const protoNullValue: Kind = /* @__PURE__ */ derive(nullValue, {
  normalize: (value) => (value === "NULL_VALUE" || value === 0 ? null : undefined),
});
export const offsetTimestamp: Kind = /* @__PURE__ */ derive(timestamp, {
  normalize: (value) => (typeof value === "string" ? normalizeTimestamp(value) : undefined),
  expected: "a timestamp of RFC 3339",
});

/** A function: bundlers keep what spreads an object, whether it is used or not. */
function derive(kind: Kind, changes: Partial<Kind>): Kind {
  return { ...kind, ...changes };
}

function fromNumberText(value: unknown, is: (value: unknown) => boolean): number | undefined {
  if (typeof value !== "string" || !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return is(number) ? number : undefined;
}

import { checkAny } from "./any.ts";
import { type Codec, type DecodeOptions, type DecodeResult, defineCodec, parse } from "./codec.ts";
import { DecodeError } from "./decode-error.ts";
import { encodeEmpty } from "./encode.ts";
import type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "./json.ts";
import { type Kind, refuse } from "./kind.ts";
import { toIssues } from "./problems.ts";
import {
  bool,
  bytes,
  duration,
  fieldMask,
  int64,
  offsetTimestamp,
  protoDouble,
  protoFloat,
  protoInt32,
  protoUint32,
  text,
  timestamp,
  uint64,
} from "./scalars.ts";
import { toStandard } from "./standard-schema.ts";
import { checkEmpty, checkListValue, checkStruct, checkValue } from "./struct.ts";

// For methods whose request or response is a type of google.protobuf with a special JSON form.

export const AnyCodec: Codec<JsonAny> = /* @__PURE__ */ defineCodec({
  typeName: "google.protobuf.Any",
  check: checkAny,
  encode: unchanged,
});

export const EmptyCodec: Codec<JsonEmpty> = /* @__PURE__ */ defineCodec({
  typeName: "google.protobuf.Empty",
  check: checkEmpty,
  encode: encodeEmpty,
});

export const ListValueCodec: Codec<JsonArray> = /* @__PURE__ */ defineCodec({
  typeName: "google.protobuf.ListValue",
  check: checkListValue,
  encode: unchanged,
});

export const StructCodec: Codec<JsonObject> = /* @__PURE__ */ defineCodec({
  typeName: "google.protobuf.Struct",
  check: checkStruct,
  encode: unchanged,
});

export const ValueCodec: Codec<JsonValue> = /* @__PURE__ */ defineCodec({
  typeName: "google.protobuf.Value",
  check: checkValue,
  encode: unchanged,
});

export const DurationCodec: Codec<string> = /* @__PURE__ */ scalarCodec("Duration", duration);
export const FieldMaskCodec: Codec<string> = /* @__PURE__ */ scalarCodec("FieldMask", fieldMask);
/** Takes timestamps in UTC only. */
export const TimestampCodec: Codec<string> = /* @__PURE__ */ scalarCodec("Timestamp", timestamp);
/** Turns timestamps with an offset into UTC. */
export const OffsetTimestampCodec: Codec<string> = /* @__PURE__ */ scalarCodec("Timestamp", offsetTimestamp);

// The wrappers take what parsers of ProtoJSON must: numbers as strings, and 64 bits as numbers.

export const BoolValueCodec: Codec<boolean> = /* @__PURE__ */ scalarCodec("BoolValue", bool);
export const BytesValueCodec: Codec<string> = /* @__PURE__ */ scalarCodec("BytesValue", bytes);
export const DoubleValueCodec: Codec<JsonDouble> = /* @__PURE__ */ scalarCodec("DoubleValue", protoDouble);
export const FloatValueCodec: Codec<JsonDouble> = /* @__PURE__ */ scalarCodec("FloatValue", protoFloat);
export const Int32ValueCodec: Codec<number> = /* @__PURE__ */ scalarCodec("Int32Value", protoInt32);
export const Int64ValueCodec: Codec<string> = /* @__PURE__ */ scalarCodec("Int64Value", int64);
export const StringValueCodec: Codec<string> = /* @__PURE__ */ scalarCodec("StringValue", text);
export const UInt32ValueCodec: Codec<number> = /* @__PURE__ */ scalarCodec("UInt32Value", protoUint32);
export const UInt64ValueCodec: Codec<string> = /* @__PURE__ */ scalarCodec("UInt64Value", uint64);

function unchanged<T>(value: T): T {
  return value;
}

/** A codec of a value that is no object: another spelling of it cannot be replaced in place. */
function scalarCodec<T>(name: string, kind: Kind): Codec<T> {
  const typeName = `google.protobuf.${name}`;
  const tryDecode = (value: unknown, options?: DecodeOptions): DecodeResult<T> => read(kind, value, options);
  const decode = (value: unknown, options?: DecodeOptions): T => {
    const result = tryDecode(value, options);
    if (!result.ok) throw new DecodeError(typeName, result.issues);
    return result.value;
  };
  return {
    typeName,
    decode,
    tryDecode,
    copy: decode,
    decodeParsed: decode,
    parse: (json, options) =>
      decode(
        parse(typeName, () => undefined, json),
        options,
      ),
    encode: unchanged,
    stringify: (value) => JSON.stringify(value),
    is: (value): value is T => kind.is(value),
    "~standard": toStandard(tryDecode),
  };
}

function read<T>(kind: Kind, value: unknown, options: DecodeOptions | undefined): DecodeResult<T> {
  // The kind says of a value that it is of the type; that is what it is for.
  if (kind.is(value)) return { ok: true, value: value as T, warnings: [] };
  const holder = [value];
  // In a list, so that null is a value and not the absence of one.
  const { problems, repairs } = refuse(undefined, holder, 0, kind);
  const issues = toIssues(problems).map((issue) => ({ ...issue, path: "", segments: [] }));
  const [problem] = problems;
  if (problem !== undefined && (options?.lenient !== true || problem.mend === undefined)) {
    return { ok: false, issues };
  }
  for (const repair of repairs) repair();
  problem?.mend?.();
  if (options?.onWarning !== undefined) issues.forEach(options.onWarning);
  return { ok: true, value: holder[0] as T, warnings: issues };
}

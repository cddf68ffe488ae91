import {
  type Codec,
  type DecodeOptions,
  type DecodeResult,
  defineEncoder,
  readUtf8,
  syntaxError,
} from "./codec.ts";
import { copyJson } from "./copy-json.ts";
import { DecodeError } from "./decode-error.ts";
import { describePlace, findDuplicateName, findSyntaxError } from "./json-position.ts";
import { formatPath } from "./problems.ts";
import { toStandard } from "./standard-schema.ts";
import { findUnknownFields } from "./unknown-fields.ts";

/**
 * A codec that refuses fields which the type does not have, where others ignore them as ProtoJSON's readers
 * should: for configuration, fixtures and tests, in which such a field is a mistake. Each has the code
 * "unknown" and, where there is one, the field that may have been meant; texts that are no JSON, and names
 * that an object has twice, are refused with line and column. At most 1,000 unknown fields are reported. It
 * takes several times as long as the codec.
 */
export function strictCodec<T>(codec: Codec<T>): Codec<T> {
  const { typeName } = codec;
  const tryDecode = (value: unknown, options?: DecodeOptions): DecodeResult<T> => {
    const issues = findUnknownFields(codec, value, options);
    if (issues.length === 0) return codec.tryDecode(value, options);
    const { onWarning: _, ...quiet } = options ?? {};
    const others = codec.tryDecode(copyJson(value), quiet);
    return { ok: false, issues: others.ok ? issues : [...others.issues, ...issues] };
  };
  const decode = (value: unknown, options?: DecodeOptions): T => {
    const result = tryDecode(value, options);
    if (!result.ok) throw new DecodeError(typeName, result.issues);
    return result.value;
  };
  return {
    ...defineEncoder({ typeName, encode: codec.encode }),
    decode,
    tryDecode,
    decodeParsed: decode,
    copy: (value, options) => codec.encode(decode(copyJson(value), options)),
    parse: (text, options) => decode(readText(typeName, text), options),
    is: (value): value is T => codec.is(value) && findUnknownFields(codec, value, undefined).length === 0,
    "~standard": toStandard(tryDecode),
  };
}

/** The value of a JSON text; other values are returned as they are, as in `parse` of every codec. */
function readText(typeName: string, text: unknown): unknown {
  if (typeof text !== "string" && !(text instanceof Uint8Array)) return text;
  const json = typeof text === "string" ? text : readUtf8(typeName, text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw syntaxError(typeName, cause, describePlace(json, findSyntaxError(json)));
  }
  const twice = findDuplicateName(json);
  if (twice === undefined) return value;
  const message = `${describePlace(json, twice.index)}set twice`;
  throw new DecodeError(typeName, [
    { code: "duplicate", path: formatPath(twice.path), segments: twice.path, message },
  ]);
}

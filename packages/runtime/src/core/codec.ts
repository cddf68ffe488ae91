import { type PackableTypes, withTypes } from "./any.ts";
import { copyJson } from "./copy-json.ts";
import { DecodeError } from "./decode-error.ts";
import type { Issue } from "./issue.ts";
import { errorMessage } from "./object.ts";
import { type Check, isFull, type Problems, toIssues, withMending } from "./problems.ts";
import { type Renamed, takeBack, withRenaming } from "./respelling.ts";
import { type StandardSchemaV1, toStandard } from "./standard-schema.ts";
import { distrust, trust } from "./trust.ts";
import { mayEscapeSurrogate, mayHoldLoneSurrogate } from "./well-formed.ts";
import { copyOwn, withoutInherited } from "./without-inherited.ts";

/** How a value is decoded. */
export interface DecodeOptions {
  /**
   * Reads what peers really send: REQUIRED fields that are absent get their default, where there is
   * one; timestamps with an offset are turned to UTC; unknown enum values are kept. Default: false.
   */
  readonly lenient?: boolean;
  /** Called with everything that only the lenient mode accepts. */
  readonly onWarning?: (issue: Issue) => void;
  /**
   * The message types that a google.protobuf.Any may carry, from `createTypeRegistry`: what is packed is then
   * checked as if it stood outside, and other types are refused. Without it their JSON is taken as it is.
   */
  readonly types?: PackableTypes;
}

/** How a value is decoded that JSON.parse made. */
export interface ParsedOptions extends DecodeOptions {
  /** Whether no string of the value can hold half a surrogate pair; `mayEscapeSurrogate` checks a text. */
  readonly wellFormed: boolean;
}

/** The result of a decoding that does not throw. */
export type DecodeResult<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Describes a message that is sent. */
export interface Encoder<T> {
  /** Full proto name, "a2a.v1.Task". */
  readonly typeName: string;
  /**
   * The value as it is sent: known fields in the order of the proto, without those that hold their default.
   */
  encode(value: T): T;
  /** The same as a JSON text. */
  stringify(value: T): string;
}

/** Describes a message that is received. */
export interface Decoder<T> {
  /** Full proto name, "a2a.v1.Task". */
  readonly typeName: string;
  /**
   * Decodes a part of what the caller made with JSON.parse and has not shared: it is not looked
   * at again whether its objects are plain ones. Throws DecodeError with every problem.
   */
  decodeParsed(value: unknown, options: ParsedOptions): T;
}

/** Everything that can be done with the JSON form of a message. */
export interface Codec<T> extends StandardSchemaV1<T>, Encoder<T>, Decoder<T> {
  /**
   * Checks the value and returns the same object. It is changed in place where another spelling is accepted:
   * `message_id` becomes `messageId`, the number of an enum value its name, null fields go; `copy` leaves it
   * alone. Where something frozen would have to be changed, a copy is returned. Unknown fields stay
   * (`strictCodec` refuses them). Throws DecodeError with every problem, and then the value is as it was.
   */
  decode(value: unknown, options?: DecodeOptions): T;
  /** As `decode`, but returns `{ ok: true, value, warnings }` or `{ ok: false, issues }`; never throws. */
  tryDecode(value: unknown, options?: DecodeOptions): DecodeResult<T>;
  /**
   * Decodes a copy: unknown fields are dropped, fields are in the order of the proto, `value` is left alone.
   */
  copy(value: unknown, options?: DecodeOptions): T;
  /** Whether a value is a message of this type, in the declared spelling. */
  is(value: unknown): value is T;
  /**
   * Decodes a JSON text, as a string or in UTF-8. Any other value is decoded as it is, for libraries such as
   * tRPC that call `parse` with what they have parsed.
   */
  parse(text: string | Uint8Array, options?: DecodeOptions): T;
}

/** Describes a message. */
export interface CodecInit<T> extends EncoderInit<T>, DecoderInit {}

/** The part of it that sending needs. */
export interface EncoderInit<T> {
  readonly typeName: string;
  readonly encode: (value: T) => T;
}

/** The part of it that receiving needs. */
export interface DecoderInit {
  readonly typeName: string;
  readonly check: Check;
}

/** Bundles the functions of a message into one object that is also a Standard Schema. */
export function defineCodec<T>({ typeName, check, encode }: CodecInit<T>): Codec<T> {
  return {
    ...defineEncoder({ typeName, encode }),
    ...defineDecoder<T>({ typeName, check }),
    decode: (value, options) => decode(typeName, check, value, options),
    tryDecode: (value, options) => tryDecode(check, value, options),
    copy: (value, options) => encode(decode(typeName, check, copyJson(value), options)),
    parse: (text, options) => parse(typeName, check, text, options),
    is: (value): value is T => is(check, value),
    "~standard": toStandard((value) => tryDecode<T>(check, value)),
  };
}

/** The half of a codec that a client needs of its requests. */
export function defineEncoder<T>({ typeName, encode }: EncoderInit<T>): Encoder<T> {
  return { typeName, encode, stringify: (value) => JSON.stringify(encode(value)) };
}

/** The half of a codec for answers to a client. */
export function defineDecoder<T>({ typeName, check }: DecoderInit): Decoder<T> {
  return {
    typeName,
    decodeParsed: (value, options) =>
      decodePlain(typeName, value, { check, wellFormed: options.wellFormed, options }),
  };
}

function run(check: Check, value: unknown, options: DecodeOptions | undefined): Problems | undefined {
  if (options === undefined) return check(value, 0);
  const start = (): Problems | undefined => check(value, 0);
  return withTypes(options.types, options.lenient ? () => withMending(start) : start);
}

/**
 * Returns `value`, checked and in the declared spelling; throws DecodeError and leaves it alone otherwise.
 */
export function decode<T>(typeName: string, check: Check, value: unknown, options?: DecodeOptions): T {
  return accepted(typeName, tryDecode<T>(check, value, options));
}

function accepted<T>(typeName: string, result: DecodeResult<T>): T {
  if (!result.ok) throw new DecodeError(typeName, result.issues);
  return result.value;
}

/** The same for a JSON text; for any other value, `decode`. */
export function parse<T>(
  typeName: string,
  check: Check,
  text: string | Uint8Array,
  options?: DecodeOptions,
): T {
  const isString = typeof text === "string";
  if (!isString && !ArrayBuffer.isView(text)) return decode(typeName, check, text, options);
  const json = isString ? text : readUtf8(typeName, text);
  const value = parseJson(typeName, json);
  // UTF-8 has no form for half of a surrogate pair: in a text that was UTF-8, only an escape can bring one
  // in.
  const wellFormed = isString
    ? json.length >= shortText && !mayHoldLoneSurrogate(json)
    : !mayEscapeSurrogate(json);
  return decodePlain(typeName, value, { check, wellFormed, options });
}

/** Below these characters it is faster to check each string: a twentieth of reading a stream's chunk. */
const shortText = 600;

export interface PlainInit {
  readonly check: Check;
  /** Whether no string of the value can hold half of a surrogate pair. */
  readonly wellFormed: boolean;
  /** Whether a reader of the binary form made it, which gives texts, times, bytes and structs their form. */
  readonly isRead?: boolean;
  readonly options: DecodeOptions | undefined;
}

/** Decodes a value that we made ourselves, all of whose objects are plain. */
export function decodePlain<T>(
  typeName: string,
  value: unknown,
  { check, wellFormed, isRead = false, options }: PlainInit,
): T {
  const own = withoutInherited(value);
  let outcome: Renamed;
  trust(wellFormed, isRead);
  try {
    outcome = withRenaming(() => run(check, own, options));
  } finally {
    distrust();
  }
  // A value without problems is of the check's type.
  if (outcome.found === undefined) return own as T;
  return accepted(typeName, warn(settle<T>(own, outcome, options), options));
}

export function readUtf8(typeName: string, bytes: Uint8Array): string {
  try {
    // Made when it is needed: making one takes a third of a millisecond of an import.
    utf8 ??= new TextDecoder("utf-8", { fatal: true });
    return utf8.decode(bytes);
  } catch (cause) {
    throw syntaxError(typeName, cause);
  }
}

/** Whether a message of a type may have this JSON form, in which nothing is left to be mended. */
export function accepts(decoder: Decoder<unknown>, value: unknown): boolean {
  try {
    decoder.decodeParsed(value, { wellFormed: true });
    return true;
  } catch {
    // The problems are not needed.
    return false;
  }
}

/** Parses a JSON text; throws the DecodeError of a message for invalid JSON. */
export function parseJson(typeName: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw syntaxError(typeName, cause);
  }
}

/** `place` comes before the words of the engine. */
export function syntaxError(typeName: string, cause: unknown, place = ""): DecodeError {
  const message = place + errorMessage(cause);
  return new DecodeError(typeName, [{ code: "syntax", path: "", segments: [], message }], { cause });
}

/** Whether a check finds nothing but fields that are undefined. */
export function is(check: Check, value: unknown): boolean {
  const found = check(withoutInherited(value), 0);
  if (found === undefined) return true;
  const { problems, repairs, writes } = found;
  return problems.length === 0 && repairs.length === 0 && writes.length === 0;
}

let utf8: InstanceType<typeof TextDecoder> | undefined;

/** The non-throwing form of `decode`. */
export function tryDecode<T>(check: Check, value: unknown, options?: DecodeOptions): DecodeResult<T> {
  const own = withoutInherited(value);
  const decodeInPlace = (tree: unknown): DecodeResult<T> =>
    settle(
      tree,
      withRenaming(() => run(check, tree, options)),
      options,
    );
  let result: DecodeResult<T>;
  try {
    result = decodeInPlace(own);
  } catch {
    // What is frozen cannot be put right in place; any other error comes again.
    result = decodeInPlace(copyOwn(own));
  }
  return warn(result, options);
}

function warn<T>(result: DecodeResult<T>, options: DecodeOptions | undefined): DecodeResult<T> {
  if (result.ok && options?.onWarning !== undefined) result.warnings.forEach(options.onWarning);
  return result;
}

function settle<T>(
  value: unknown,
  { found, formers }: Renamed,
  options: DecodeOptions | undefined,
): DecodeResult<T> {
  if (found === undefined) return { ok: true, value: value as T, warnings: [] };
  const refused = options?.lenient
    ? found.problems.filter((problem) => problem.mend === undefined)
    : found.problems;
  if (refused.length > 0) {
    takeBack(formers);
    return { ok: false, issues: toIssues(refused, isFull(found)) };
  }
  return { ok: true, value: value as T, warnings: mend(found) };
}

function mend(found: Problems): readonly Issue[] {
  const { problems, repairs, writes } = found;
  const warnings = toIssues(problems, isFull(found));
  for (const repair of repairs) repair();
  for (const problem of problems) problem.mend?.();
  for (const write of writes) write();
  return warnings;
}

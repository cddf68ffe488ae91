export {
  isTooDeep,
  listOf,
  mapOf,
  missing,
  notObject,
  type OneofInit,
  oneof,
  respelled,
  scalarMapOf,
  scalarsOf,
  tooDeep,
} from "./check.ts";
export {
  type Codec,
  type CodecInit,
  type DecodeOptions,
  type DecodeResult,
  type Decoder,
  type DecoderInit,
  decode,
  defineCodec,
  type Encoder,
  type EncoderInit,
  is,
  type ParsedOptions,
  parse,
} from "./codec.ts";
export { DecodeError } from "./decode-error.ts";
export { encodeEmpty, encodeList, encodeMap, inOrder, isEmpty, isFilled } from "./encode.ts";
export { choiceKind, type EnumInit, enumKind, patternKind, withZero, zeroIsAbsent } from "./enum-kind.ts";
export { formatIssue, type Issue, type IssueCode } from "./issue.ts";
export type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "./json.ts";
export { type Kind, rangeKind, refuse } from "./kind.ts";
export { own } from "./object.ts";
export type { Check, Problems } from "./problems.ts";
export { within } from "./problems.ts";
export {
  bool,
  boolKey,
  bytes,
  double,
  duration,
  fieldMask,
  float,
  int32,
  int32Key,
  int64,
  isBytes,
  isDouble,
  isDuration,
  isFieldMask,
  isFloat,
  isInt32,
  isInt64,
  isTimestamp,
  isUint32,
  isUint64,
  nullValue,
  offsetTimestamp,
  protoDouble,
  protoFloat,
  protoInt32,
  protoNullValue,
  protoUint32,
  text,
  timestamp,
  uint32,
  uint32Key,
  uint64,
} from "./scalars.ts";
export {
  anyKind,
  checkKind,
  constantKind,
  integer,
  isInteger,
  isNumber,
  type Literal,
  literalKind,
  number,
  unexpected,
  unlessThere,
} from "./schema-kinds.ts";
export type { StandardResult, StandardSchemaV1 } from "./standard-schema.ts";
export { checkAny, checkEmpty, checkListValue, checkStruct, checkValue } from "./struct.ts";
export { isRecord, isText } from "./trust.ts";
export { onlyMember, type TaggedArm, untagged, withoutNulls } from "./union.ts";

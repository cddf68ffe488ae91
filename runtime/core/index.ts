export type { Check, Problems } from "./problems.ts";
export { within } from "./problems.ts";
export {
  type OneofInit,
  isRecord,
  isTooDeep,
  listOf,
  mapOf,
  missing,
  notObject,
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
  decode,
  defineCodec,
  parse,
} from "./codec.ts";
export { DecodeError } from "./decode-error.ts";
export { type EnumInit, choiceKind, enumKind, patternKind, withZero, zeroIsAbsent } from "./enum-kind.ts";
export { type Issue, type IssueCode, formatIssue } from "./issue.ts";
export type { JsonAny, JsonArray, JsonDouble, JsonEmpty, JsonObject, JsonValue } from "./json.ts";
export { type Kind, rangeKind, refuse } from "./kind.ts";
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
export type { StandardResult, StandardSchemaV1 } from "./standard-schema.ts";
export { checkAny, checkEmpty, checkListValue, checkStruct, checkValue } from "./struct.ts";
export { isText } from "./text.ts";
export { encodeList, encodeMap, isEmpty, isFilled } from "./encode.ts";

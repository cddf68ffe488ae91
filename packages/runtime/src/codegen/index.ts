export { checkAny } from "../core/any.ts";
/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export {
  gathered,
  isTooDeep,
  knownOf,
  listOf,
  mapOf,
  missing,
  notObject,
  oneof,
  scalarMapOf,
  scalarsOf,
  tooDeep,
} from "../core/check.ts";
export { decode, defineCodec, is, parse } from "../core/codec.ts";
export {
  type Draft,
  encodeBytes,
  encodeDuration,
  encodeEmpty,
  encodeList,
  encodeMap,
  encodeTimestamp,
  inOrder,
  isEmpty,
  isFilled,
} from "../core/encode.ts";
export { choiceKind, enumKind, isUnnamed, patternKind, withZero, zeroIsAbsent } from "../core/enum-kind.ts";
export { ignored } from "../core/ignored.ts";
export { type Kind, rangeKind, refuse } from "../core/kind.ts";
export { own } from "../core/object.ts";
export { type Problems, within } from "../core/problems.ts";
export { respelled } from "../core/respelling.ts";
export { counted, ruled } from "../core/rules.ts";
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
  protoInt64,
  protoNullValue,
  protoUint32,
  protoUint64,
  text,
  timestamp,
  uint32,
  uint32Key,
  uint64,
} from "../core/scalars.ts";
export {
  anyKind,
  checkKind,
  constantKind,
  integer,
  isInteger,
  isNumber,
  literalKind,
  number,
  unexpected,
  unlessThere,
} from "../core/schema-kinds.ts";
export { checkEmpty, checkListValue, checkStruct, checkValue, wrapped } from "../core/struct.ts";
export { isRecord, isText } from "../core/trust.ts";
export { onlyMember, untagged, withoutNulls } from "../core/union.ts";

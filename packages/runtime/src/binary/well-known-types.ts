import type { JsonArray, JsonEmpty, JsonObject, JsonValue } from "../core/json.ts";
import { checkEmpty, checkListValue, checkStruct, checkValue } from "../core/struct.ts";
import { readEmpty, writeEmpty } from "./empty.ts";
import { readFieldMask, writeFieldMask } from "./field-mask.ts";
import { readListValue, readStruct, readValue, writeListValue, writeStruct, writeValue } from "./struct.ts";
import { readDuration, readTimestamp, writeDuration, writeTimestamp } from "./time.ts";
import { type WellKnownType, wellKnownType } from "./well-known-type.ts";

// For methods whose request or response is one of these types, and for values of type Any.

export const EmptyBinary: WellKnownType<JsonEmpty> = /* @__PURE__ */ wellKnownType("Empty", {
  write: writeEmpty,
  read: readEmpty,
  check: checkEmpty,
});
export const ListValueBinary: WellKnownType<JsonArray> = /* @__PURE__ */ wellKnownType("ListValue", {
  write: writeListValue,
  read: readListValue,
  check: checkListValue,
});
export const StructBinary: WellKnownType<JsonObject> = /* @__PURE__ */ wellKnownType("Struct", {
  write: writeStruct,
  read: readStruct,
  check: checkStruct,
});
export const ValueBinary: WellKnownType<JsonValue> = /* @__PURE__ */ wellKnownType("Value", {
  write: writeValue,
  read: readValue,
  check: checkValue,
});
export const DurationBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("Duration", {
  write: writeDuration,
  read: readDuration,
});
export const FieldMaskBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("FieldMask", {
  write: writeFieldMask,
  read: readFieldMask,
});
export const TimestampBinary: WellKnownType<string> = /* @__PURE__ */ wellKnownType("Timestamp", {
  write: writeTimestamp,
  read: readTimestamp,
});

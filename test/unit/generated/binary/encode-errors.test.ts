import { encodeTaskBinary, TaskBinary } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { encodeKeysBinary, encodeScalarValuesBinary } from "../../../generated/proto/features/maps_binary.ts";
import {
  encodePackedBinary,
  encodeSingularBinary,
} from "../../../generated/proto/features/scalars_binary.ts";
import {
  encodeListsBinary,
  encodeSingularBinary as encodeWellKnownBinary,
} from "../../../generated/proto/features/wellknown_binary.ts";
import { binaryError, errorOf, toHex } from "./wire.ts";

interface Case {
  readonly name: string;
  readonly encode: (value: never) => Uint8Array;
  readonly given: unknown;
  readonly want: string;
}

const scalars = "features.scalars.Singular";
const wellKnown = "features.wellknown.Singular";
const part = { text: "t" };
const task = (status: unknown): unknown => ({ id: "i", contextId: "c", status });

const good = task({ state: "TASK_STATE_WORKING" }) as object;

const table: readonly Case[] = [
  {
    name: "a value that an enum does not have",
    encode: encodeTaskBinary,
    given: task({ state: "done" }),
    want: 'lf.a2a.v1.Task: status.state: expected one of the values of TaskState (TASK_STATE_SUBMITTED, TASK_STATE_WORKING, TASK_STATE_COMPLETED, TASK_STATE_FAILED, TASK_STATE_CANCELED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_REJECTED, TASK_STATE_AUTH_REQUIRED), got "done" [enum]',
  },
  {
    name: "a malformed timestamp",
    encode: encodeTaskBinary,
    given: task({ state: "TASK_STATE_WORKING", timestamp: "today" }),
    want: 'lf.a2a.v1.Task: status.timestamp: expected a timestamp of RFC 3339 in UTC, such as 2025-10-28T10:30:00.000Z, got "today" [format]',
  },
  {
    name: "a REQUIRED message that is absent",
    encode: encodeTaskBinary,
    given: { id: "i", contextId: "c" },
    want: "lf.a2a.v1.Task: status: required [required]",
  },
  {
    name: "several problems",
    encode: encodeTaskBinary,
    given: {
      id: 1,
      status: { state: "TASK_STATE_WORKING", message: { messageId: "m", role: "?", parts: [part] } },
    },
    want: 'lf.a2a.v1.Task: id: expected a string, got 1 [type]; status.message.role: expected one of the values of Role (ROLE_USER, ROLE_AGENT), got "?" [enum]',
  },
  {
    name: "half of a surrogate pair",
    encode: encodeSingularBinary,
    given: { stringField: "a\ud800" },
    want: `${scalars}: stringField: expected a string, got "a\\ud800" [text]`,
  },
  {
    name: "half of a surrogate pair in a key",
    encode: encodeKeysBinary,
    given: { stringKey: { "\ud800": "" } },
    want: 'features.maps.Keys: stringKey["\\ud800"]: expected a key that is a string [key]',
  },
  {
    name: "half of a surrogate pair beside the character that is written for it",
    encode: encodeSingularBinary,
    given: { stringField: "\ufffd which stands for what is no text, \udc00" },
    want: `${scalars}: stringField: expected a string, got "\ufffd which stands for what is no text, \\udc00" [text]`,
  },
  {
    name: "half of a surrogate pair in a JSON value",
    encode: encodeWellKnownBinary,
    given: { struct: { a: [{ b: "\ud800" }] } },
    want: `${wellKnown}: struct["a"][0]["b"]: expected a string of valid Unicode, got a lone surrogate at index 0 [text]`,
  },
  {
    name: "half of a surrogate pair in a key of a JSON value",
    encode: encodeWellKnownBinary,
    given: { struct: { a: { "\udfff": 1 } } },
    want: `${wellKnown}: struct["a"]["\\udfff"]: expected a key of valid Unicode, got a lone surrogate at index 0 [text]`,
  },
  {
    name: "an integer that does not fit",
    encode: encodeSingularBinary,
    given: { int32Field: 2147483648 },
    want: `${scalars}: int32Field: expected a 32-bit integer, got 2147483648 [range]`,
  },
  {
    name: "a number that is no integer",
    encode: encodeSingularBinary,
    given: { uint32Field: 0.5 },
    want: `${scalars}: uint32Field: expected an unsigned 32-bit integer, got 0.5 [range]`,
  },
  {
    name: "the text of no integer",
    encode: encodeSingularBinary,
    given: { int64Field: "1.5" },
    want: `${scalars}: int64Field: expected a 64-bit integer as a decimal string, got "1.5" [format]`,
  },
  {
    name: "a float that does not fit",
    encode: encodeSingularBinary,
    given: { floatField: 1e39 },
    want: `${scalars}: floatField: expected a number of single precision, got 1e+39 [range]`,
  },
  {
    name: "a text for a boolean",
    encode: encodeSingularBinary,
    given: { boolField: "false" },
    want: `${scalars}: boolField: expected true or false, got "false" [type]`,
  },
  {
    name: "what is not base64",
    encode: encodeSingularBinary,
    given: { bytesField: "?" },
    want: `${scalars}: bytesField: expected bytes in base64, got "?" [format]`,
  },
  {
    name: "an element of a list",
    encode: encodePackedBinary,
    given: { stringList: ["a", 5] },
    want: "features.scalars.Packed: stringList[1]: expected a string, got 5 [type]",
  },
  {
    name: "a value of a map",
    encode: encodeScalarValuesBinary,
    given: { int32Value: { a: "x" } },
    want: 'features.maps.ScalarValues: int32Value["a"]: expected a 32-bit integer, got "x" [type]',
  },
  {
    name: "a key of a map",
    encode: encodeKeysBinary,
    given: { int32Key: { x: "" } },
    want: 'features.maps.Keys: int32Key["x"]: expected a key that is a 32-bit integer [key]',
  },
  {
    name: "a key that is no boolean",
    encode: encodeKeysBinary,
    given: { boolKey: { yes: "" } },
    want: 'features.maps.Keys: boolKey["yes"]: expected a key that is "true" or "false" [key]',
  },
  {
    name: "a duration",
    encode: encodeWellKnownBinary,
    given: { duration: "1h" },
    want: `${wellKnown}: duration: expected a duration in seconds, such as "1.5s", got "1h" [format]`,
  },
  {
    name: "a field mask",
    encode: encodeWellKnownBinary,
    given: { fieldMask: "a_b" },
    want: `${wellKnown}: fieldMask: expected paths in lowerCamelCase, separated by commas, got "a_b" [format]`,
  },
  {
    name: "a JSON value that JSON has not",
    encode: encodeWellKnownBinary,
    given: { struct: { a: [Number.NaN] } },
    want: `${wellKnown}: struct["a"][0]: expected a finite number, got NaN [range]`,
  },
  {
    name: "an element that is not null",
    encode: encodeListsBinary,
    given: { nullValue: [0.5] },
    want: "features.wellknown.Lists: nullValue[0]: expected null, got 0.5 [type]",
  },
];

describe("what has no binary form is a BinaryError that names message and field", () => {
  test.each(table)("$name", ({ encode, given, want }) => {
    expect(errorOf(() => encode(given as never))).toEqual(binaryError(want));
  });
});

test.each([
  { name: "a value", wrong: task({ state: "?" }) },
  { name: "half of a surrogate pair", wrong: { ...good, id: "\ud800" } },
])("after an error of $name the next message is written from its beginning", ({ wrong }) => {
  const want = toHex(TaskBinary.encode(good as never));
  expect(errorOf(() => TaskBinary.encode(wrong as never))?.name).toBe("BinaryError");
  expect(toHex(TaskBinary.encode(good as never))).toBe(want);
});

test("the character that stands for what is no text is text, and may be in bytes", () => {
  const bytesField = Buffer.from("\ufffd").toString("base64");
  const bytes = encodeSingularBinary({ stringField: "\ufffd\u00e9", bytesField });
  expect(toHex(bytes)).toBe("7205efbfbdc3a97a03efbfbd");
});

test("what was written keeps its bytes when another message is written", () => {
  const first = encodeSingularBinary({ stringField: "first" });
  encodeSingularBinary({ stringField: "other" });
  expect(toHex(first)).toBe("72056669727374");
});

import { decodeTaskBinary } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { decodeInnerBinary } from "../../../generated/proto/features/editions2023_binary.ts";
import { decodeKeysBinary, decodeOtherValuesBinary } from "../../../generated/proto/features/maps_binary.ts";
import { decodeOuterBinary } from "../../../generated/proto/features/nested_binary.ts";
import {
  decodeScalarsBinary,
  decodeShuffledBinary,
  decodeWellKnownBinary,
} from "../../../generated/proto/features/oneofs_binary.ts";
import {
  decodePackedBinary,
  decodeSingularBinary,
} from "../../../generated/proto/features/scalars_binary.ts";
import {
  decodeSingularBinary as decodeWellKnownSingularBinary,
  decodeWrappersBinary,
} from "../../../generated/proto/features/wellknown_binary.ts";
import { fromHex } from "./wire.ts";

interface Case {
  readonly name: string;
  readonly decode: (bytes: Uint8Array) => unknown;
  readonly given: string;
  readonly want: unknown;
}

const singular: readonly Case[] = [
  {
    name: "the last string counts",
    decode: decodeSingularBinary,
    given: "72 01 61 72 01 62",
    want: { stringField: "b" },
  },
  {
    name: "the last integer counts, though it is the default",
    decode: decodeSingularBinary,
    given: "18 05 18 00",
    want: {},
  },
  {
    name: "elements of a list add up, packed or not",
    decode: decodePackedBinary,
    given: "18 01 1a 02 02 03 18 04",
    want: { int32List: [1, 2, 3, 4] },
  },
  {
    name: "messages are merged at every depth",
    decode: decodeInnerBinary,
    given: "0a 01 61 12 03 0a 01 62 12 05 12 03 0a 01 63",
    want: { text: "a", inner: { text: "b", inner: { text: "c" } } },
  },
  {
    name: "lists within merged messages add up",
    decode: decodeOuterBinary,
    given: "0a 05 0a 03 12 01 01 0a 05 0a 03 12 01 02",
    want: { middle: { inner: { depths: ["DEPTH_SHALLOW", "DEPTH_DEEP"] } } },
  },
  {
    name: "REQUIRED fields of a merged message stay",
    decode: decodeTaskBinary,
    given: "0a 01 31 12 01 32 1a 02 08 02 1a 04 1a 02 08 05",
    want: {
      id: "1",
      contextId: "2",
      status: { state: "TASK_STATE_WORKING", timestamp: "1970-01-01T00:00:05Z" },
    },
  },
];

const oneofs: readonly Case[] = [
  {
    name: "the last member counts",
    decode: decodeScalarsBinary,
    given: "18 05 72 01 61",
    want: { stringValue: "a" },
  },
  {
    name: "a member counts again after another",
    decode: decodeScalarsBinary,
    given: "72 01 61 18 05 72 01 62",
    want: { stringValue: "b" },
  },
  {
    name: "a member that holds its default counts",
    decode: decodeScalarsBinary,
    given: "18 05 72 00",
    want: { stringValue: "" },
  },
  {
    name: "the order is that of the wire, not of the numbers",
    decode: decodeShuffledBinary,
    given: "4a 01 61 0a 01 62",
    want: { first: "b" },
  },
  {
    name: "a message merges with the same member",
    decode: decodeWellKnownBinary,
    given: "2a 09 0a 07 0a 01 61 12 02 20 00 2a 09 0a 07 0a 01 62 12 02 20 01",
    want: { struct: { a: false, b: true } },
  },
  {
    name: "a message does not merge over another member",
    decode: decodeWellKnownBinary,
    given: "2a 09 0a 07 0a 01 61 12 02 20 00 40 00 2a 09 0a 07 0a 01 62 12 02 20 01",
    want: { struct: { b: true } },
  },
  { name: "null is a member", decode: decodeWellKnownBinary, given: "22 00 40 00", want: { null: null } },
];

const maps: readonly Case[] = [
  {
    name: "a later entry replaces one of the same key",
    decode: decodeKeysBinary,
    given: "62 06 0a 01 61 12 01 62 62 06 0a 01 61 12 01 63",
    want: { stringKey: { a: "c" } },
  },
  {
    name: "an entry without a value has the default",
    decode: decodeKeysBinary,
    given: "62 03 0a 01 61",
    want: { stringKey: { a: "" } },
  },
  {
    name: "an entry without a key has the default",
    decode: decodeKeysBinary,
    given: "0a 03 12 01 61 5a 03 12 01 62 62 03 12 01 63",
    want: { int32Key: { "0": "a" }, boolKey: { false: "b" }, stringKey: { "": "c" } },
  },
  {
    name: "a value in front of its key",
    decode: decodeKeysBinary,
    given: "62 06 12 01 62 0a 01 61",
    want: { stringKey: { a: "b" } },
  },
  {
    name: "unknown fields of an entry are skipped",
    decode: decodeKeysBinary,
    given: "62 08 0a 01 61 18 07 12 01 62",
    want: { stringKey: { a: "b" } },
  },
  {
    name: "a message that an entry has twice is merged",
    decode: decodeOtherValuesBinary,
    given: "12 0c 0a 01 6b 12 03 0a 01 61 12 02 10 05",
    want: { messageValue: { k: { name: "a", count: 5 } } },
  },
  {
    name: "a message that an entry lacks is empty",
    decode: decodeOtherValuesBinary,
    given: "12 03 0a 01 6b 22 03 0a 01 74 32 03 0a 01 73",
    want: { messageValue: { k: {} }, timestampValue: { t: "1970-01-01T00:00:00Z" }, structValue: { s: {} } },
  },
];

const wellKnown: readonly Case[] = [
  {
    name: "Timestamp: seconds and nanos",
    decode: decodeWellKnownSingularBinary,
    given: "0a 02 08 05 0a 03 10 e8 07",
    want: { timestamp: "1970-01-01T00:00:05.000001Z" },
  },
  {
    name: "Duration: seconds twice",
    decode: decodeWellKnownSingularBinary,
    given: "12 02 08 05 12 02 08 06",
    want: { duration: "6s" },
  },
  {
    name: "FieldMask: paths add up",
    decode: decodeWellKnownSingularBinary,
    given: "1a 03 0a 01 61 1a 03 0a 01 62 1a 00",
    want: { fieldMask: "a,b" },
  },
  { name: "Empty", decode: decodeWellKnownSingularBinary, given: "22 00 22 02 08 01", want: { empty: {} } },
  {
    name: "Struct: entries add up",
    decode: decodeWellKnownSingularBinary,
    given:
      "2a 09 0a 07 0a 01 61 12 02 20 00 2a 09 0a 07 0a 01 61 12 02 20 01 2a 09 0a 07 0a 01 62 12 02 20 01",
    want: { struct: { a: true, b: true } },
  },
  {
    name: "Value: the last kind counts",
    decode: decodeWellKnownSingularBinary,
    given: "32 02 20 01 32 03 1a 01 61",
    want: { value: "a" },
  },
  {
    name: "Value: an empty one changes nothing",
    decode: decodeWellKnownSingularBinary,
    given: "32 03 1a 01 61 32 00",
    want: { value: "a" },
  },
  {
    name: "Value: lists add up",
    decode: decodeWellKnownSingularBinary,
    given: "32 06 32 04 0a 02 20 01 32 06 32 04 0a 02 20 00",
    want: { value: [true, false] },
  },
  {
    name: "Value: objects add up",
    decode: decodeWellKnownSingularBinary,
    given: "32 0b 2a 09 0a 07 0a 01 61 12 02 20 00 32 0b 2a 09 0a 07 0a 01 62 12 02 20 01",
    want: { value: { a: false, b: true } },
  },
  {
    name: "Value: objects with another kind between them do not",
    decode: decodeWellKnownSingularBinary,
    given: "32 0b 2a 09 0a 07 0a 01 61 12 02 20 00 32 0d 08 00 2a 09 0a 07 0a 01 62 12 02 20 01",
    want: { value: { b: true } },
  },
  {
    name: "ListValue: elements add up",
    decode: decodeWellKnownSingularBinary,
    given: "3a 04 0a 02 20 01 3a 04 0a 02 20 00",
    want: { listValue: [true, false] },
  },
  {
    name: "wrappers: an empty one changes nothing",
    decode: decodeWrappersBinary,
    given:
      "0a 02 08 01 0a 00 12 03 0a 01 61 12 00 2a 02 08 05 2a 00 32 02 08 06 32 00 3a 03 0a 01 61 3a 00 42 02 08 07 42 00 4a 02 08 08 4a 00",
    want: {
      boolValue: true,
      bytesValue: "YQ==",
      int32Value: 5,
      int64Value: "6",
      stringValue: "a",
      uint32Value: 7,
      uint64Value: "8",
    },
  },
  {
    name: "wrappers: an explicit default counts",
    decode: decodeWrappersBinary,
    given: "0a 02 08 01 0a 02 08 00 3a 03 0a 01 61 3a 02 0a 00",
    want: { boolValue: false, stringValue: "" },
  },
  {
    name: "wrappers of floating-point numbers",
    decode: decodeWrappersBinary,
    given: "1a 09 09 000000000000f03f 1a 00 22 05 0d 0000003f 22 00",
    want: { doubleValue: 1, floatValue: 0.5 },
  },
];

describe.each([
  { topic: "fields that occur twice", cases: singular },
  { topic: "members of a oneof", cases: oneofs },
  { topic: "maps", cases: maps },
  { topic: "well-known types that occur twice are merged", cases: wellKnown },
])("$topic", ({ cases }) => {
  test.each(cases)("$name", ({ decode, given, want }) => {
    expect(decode(fromHex(given))).toEqual(want);
  });
});

test("a map has an entry of its own for __proto__", () => {
  const { stringKey } = decodeKeysBinary(fromHex("62 0e 0a 09 5f5f70726f746f5f5f 12 01 61"));
  expect(Object.entries(stringKey ?? {})).toEqual([["__proto__", "a"]]);
  expect(Object.getPrototypeOf(stringKey)).toBe(Object.prototype);
});

import type { JsonValue } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { buildRegistry } from "../../../shared/process/registry.ts";
import { type Effect, findDifferences } from "./differences.ts";

interface Case {
  readonly name: string;
  readonly effect: Effect;
  readonly type: string;
  readonly given: JsonValue;
  readonly want: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "a valid message has none",
    effect: "stricter",
    type: "features.wellknown.Singular",
    given: {
      timestamp: "2024-01-01T00:00:00.500Z",
      duration: "-1.250s",
      fieldMask: "a.b,cD",
      struct: { a: [null] },
    },
    want: [],
  },
  {
    name: "wrong types are no excuse",
    effect: "stricter",
    type: "features.scalars.Singular",
    given: { int32Field: true, stringField: 1, boolField: "true", bytesField: [], doubleField: {} },
    want: [],
  },
  {
    name: "a REQUIRED field that is null is missing",
    effect: "stricter",
    type: "features.wide.Entry",
    given: { id: null },
    want: ["required field missing"],
  },
  {
    name: "a field required by proto2 is found at depth",
    effect: "stricter",
    type: "features.legacy2.Legacy",
    given: { id: "a", count: 1, speed: "SPEED_SLOW", part: {}, details: { line: [{}] } },
    want: ["required field missing"],
  },
  {
    name: "a REQUIRED field under its proto name is present",
    effect: "stricter",
    type: "a2a.v1.Message",
    given: { message_id: "m", role: "ROLE_USER", parts: [{ text: "hello" }] },
    want: [],
  },
  {
    name: "a REQUIRED enum that is unspecified is none",
    effect: "stricter",
    type: "a2a.v1.Message",
    given: { messageId: "m", role: "ROLE_UNSPECIFIED", parts: [{ text: "hello" }] },
    want: [],
  },
  {
    name: "an empty REQUIRED list and an unset oneof",
    effect: "stricter",
    type: "a2a.v1.StreamResponse",
    given: { message: { messageId: "m", role: "ROLE_USER", parts: [] }, task: null },
    want: ["required list empty"],
  },
  {
    name: "a oneof of the protocol without a member",
    effect: "stricter",
    type: "lf.a2a.v1.Part",
    given: { filename: "a" },
    want: ["oneof of the protocol unset"],
  },
  {
    name: "null beside a member of the same oneof",
    effect: "looser",
    type: "a2a.v1.StreamResponse",
    given: { task: null, statusUpdate: {} },
    want: ["null beside another member of a oneof"],
  },
  {
    name: "unknown names of enums",
    effect: "stricter",
    type: "features.enums.Lists",
    given: { aliased: ["ALIASED_RUNNING", 77, "ALIASED_OTHER"] },
    want: ["enum value unknown"],
  },
  {
    name: "an alias is another spelling, the first name is not",
    effect: "respelled",
    type: "features.enums.Lists",
    given: { aliased: ["ALIASED_STARTED", "ALIASED_DONE"] },
    want: ["enum alias"],
  },
  {
    name: "integers in loose spellings, as values and as keys",
    effect: "stricter",
    type: "features.maps.Keys",
    given: { int64Key: { "01": "a" } },
    want: ["integer text that is not plain decimal"],
  },
  {
    name: "numbers in loose spellings",
    effect: "stricter",
    type: "features.scalars.Singular",
    given: { doubleField: "0x10", int64Field: 2 ** 53, int32Field: "1e3" },
    want: ["floating-point text that is not a JSON number", "integer text that is not plain decimal"],
  },
  {
    name: "strict base64 and base64url have none",
    effect: "stricter",
    type: "features.scalars.Packed",
    given: { bytesList: ["", "AA==", "AA", "AAA=", "_-8", "+/8="] },
    want: [],
  },
  {
    name: "loose base64",
    effect: "stricter",
    type: "features.scalars.Packed",
    given: { bytesList: ["AB"] },
    want: ["loose base64"],
  },
  {
    name: "dates that do not exist",
    effect: "stricter",
    type: "features.wellknown.Lists",
    given: { timestamp: ["2023-02-29T00:00:00Z"] },
    want: ["time of day or day of month that does not exist"],
  },
  {
    name: "timestamps and durations with unusual fractions",
    effect: "respelled",
    type: "features.wellknown.Lists",
    given: { timestamp: ["2024-01-01T00:00:00.5Z"] },
    want: ["seconds with another number of digits"],
  },
  {
    name: "canonical fractions are not respelled",
    effect: "respelled",
    type: "features.wellknown.Lists",
    given: {
      timestamp: ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.100Z", "2024-01-01T00:00:00.000001Z"],
      duration: ["0s", "-1.000000001s"],
    },
    want: [],
  },
  {
    name: "text behind a duration",
    effect: "stricter",
    type: "features.wellknown.Singular",
    given: { duration: "1sec" },
    want: ["loose duration"],
  },
  {
    name: "a plus sign before a duration",
    effect: "looser",
    type: "features.wellknown.Singular",
    given: { duration: "+1s" },
    want: ["duration with a plus sign"],
  },
  {
    name: "lone surrogates inside a Struct",
    effect: "stricter",
    type: "features.wellknown.Singular",
    given: { struct: { "\ud800": 1 } },
    want: ["lone surrogate inside a JSON value"],
  },
];

describe("intended differences from protobuf-es", () => {
  const registry = buildRegistry();

  test.each(cases)("$name", ({ effect, type, given, want }) => {
    const desc = registry.getMessage(type);
    if (desc === undefined) throw new Error(`${type}: not in the image`);
    expect(findDifferences(effect, desc, given).sort()).toEqual([...want].sort());
  });
});

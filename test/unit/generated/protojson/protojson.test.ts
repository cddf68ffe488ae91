import { type Codec, DecodeError, formatIssue, type Issue, strictCodec } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import * as enums from "../../../generated/proto/features/enums_json.ts";
import { decodeLegacyBinary, encodeLegacyBinary } from "../../../generated/proto/features/legacy2_binary.ts";
import * as legacy from "../../../generated/proto/features/legacy2_json.ts";
import * as wellKnown from "../../../generated/proto/features/wellknown_json.ts";

describe("fractions of seconds are sent with 0, 3, 6 or 9 digits", () => {
  test.each([
    { given: "2025-01-02T03:04:05.1Z", want: "2025-01-02T03:04:05.100Z" },
    { given: "2025-01-02T03:04:05.1234Z", want: "2025-01-02T03:04:05.123400Z" },
    { given: "2025-01-02T03:04:05.1234567Z", want: "2025-01-02T03:04:05.123456700Z" },
    { given: "2025-01-02T03:04:05.000Z", want: "2025-01-02T03:04:05Z" },
    { given: "2025-01-02T03:04:05Z", want: "2025-01-02T03:04:05Z" },
    { given: "0001-01-01T00:00:00.01Z", want: "0001-01-01T00:00:00.010Z" },
    { given: "no timestamp", want: "no timestamp" },
  ])("timestamp $given", ({ given, want }) => {
    const { encode } = wellKnown.SingularCodec;
    expect(encode({ timestamp: given })).toEqual({ timestamp: want });
    expect(wellKnown.ListsCodec.encode({ timestamp: [given] })).toEqual({ timestamp: [want] });
    expect(wellKnown.MapsCodec.encode({ timestamp: { a: given } })).toEqual({ timestamp: { a: want } });
    const sent = { timestamp: want };
    expect(encode(sent)).toBe(sent);
  });

  test.each([
    { given: "1.5s", want: "1.500s" },
    { given: "-0.000001000s", want: "-0.000001s" },
    { given: "-0.5s", want: "-0.500s" },
    { given: "3.000s", want: "3s" },
    { given: "315576000000s", want: "315576000000s" },
    { given: "1.5 s", want: "1.5 s" },
  ])("duration $given", ({ given, want }) => {
    expect(wellKnown.SingularCodec.encode({ duration: given })).toEqual({ duration: want });
  });

  test("and are read as they are", () => {
    const value = { timestamp: "2025-01-02T03:04:05.1Z", duration: "1.50s" };
    expect(wellKnown.SingularCodec.decode(structuredClone(value))).toEqual(value);
    expect(wellKnown.SingularCodec.is(value)).toBe(true);
  });
});

describe("in the lenient mode, unknown names of enum values", () => {
  const read = <T>(codec: Codec<T>, value: unknown): readonly [T, readonly string[]] => {
    const warnings: Issue[] = [];
    const decoded = codec.decode(value, { lenient: true, onWarning: (issue) => warnings.push(issue) });
    return [decoded, warnings.map(({ path, code }) => `${path} ${code}`)];
  };

  test("are left out, of fields, lists and maps", () => {
    expect(read(enums.SingularCodec, { switch: "SWITCH_DIMMED" })).toEqual([{}, ["switch enum"]]);
    const list = { switch: ["SWITCH_DIMMED", "SWITCH_ON", "x", "SWITCH_OFF", "y"] };
    expect(read(enums.ListsCodec, list)).toEqual([
      { switch: ["SWITCH_ON", "SWITCH_OFF"] },
      ["switch[0] enum", "switch[2] enum", "switch[4] enum"],
    ]);
    expect(read(enums.MapsCodec, { switch: { 1: "x", 2: "SWITCH_ON" } })).toEqual([
      { switch: { 2: "SWITCH_ON" } },
      ['switch["1"] enum'],
    ]);
  });

  test("are left out of closed enums too", () => {
    const value = { id: "1", count: 1, speed: "SPEED_SLOW", part: {}, speeds: ["SPEED_SLOW", "SPEED_LIGHT"] };
    expect(read(legacy.LegacyCodec, value)[0]).toEqual({ ...value, speeds: ["SPEED_SLOW"] });
  });

  test("of a list of 200,000 are left out in linear time", () => {
    const value = { switch: Array.from({ length: 200_000 }, (_, i) => (i % 2 ? "x" : "SWITCH_ON")) };
    expect(enums.ListsCodec.decode(value, { lenient: true }).switch?.length).toBe(100_000);
  });

  test("are errors otherwise, and nothing changes", () => {
    const value = { switch: ["x", "SWITCH_ON"] };
    expect(() => enums.ListsCodec.decode(value)).toThrow(DecodeError);
    expect(value).toEqual({ switch: ["x", "SWITCH_ON"] });
  });
});

describe("extensions of proto2 for messages of their own file", () => {
  const value = {
    id: "1",
    count: 1,
    speed: "SPEED_SLOW",
    part: {},
    "[features.legacy2.Part.extra]": { name: "p", part: {} },
    "[features.legacy2.marks]": ["1", "-2"],
    "[features.legacy2.note]": "n",
  } as const;

  test("are fields with their full name in brackets, in JSON and in binary", () => {
    const decoded = legacy.LegacyCodec.decode(structuredClone(value));
    expect(decoded).toEqual(value);
    expect(JSON.parse(legacy.LegacyCodec.stringify(decoded))).toEqual(value);
    expect(decodeLegacyBinary(encodeLegacyBinary(decoded))).toEqual(value);
    expect(strictCodec(legacy.LegacyCodec).is(decoded)).toBe(true);
  });

  test("are checked", () => {
    const problemsOf = (wrong: object): readonly string[] => {
      const result = strictCodec(legacy.LegacyCodec).tryDecode({ ...value, ...wrong });
      return result.ok ? [] : result.issues.map(formatIssue);
    };
    expect(problemsOf({ "[features.legacy2.marks]": ["x"] })).toEqual([
      '["[features.legacy2.marks]"][0]: expected a 64-bit integer as a decimal string, got "x" [format]',
    ]);
    expect(problemsOf({ "[features.legacy2.nota]": "n" })).toEqual([
      '["[features.legacy2.nota]"]: unknown field [unknown]',
    ]);
  });
});

import { GetTaskRequestCodec, ListTasksResponseCodec, PartCodec } from "@a2agen/a2a-1.0";
import { ListTasksRequestCodec } from "@a2agen/a2a-1.0-draft";
import type { Codec } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { SingularCodec } from "../../../generated/proto/features/scalars_json.ts";
import { issuesOf, parseIssuesOf } from "./issues-of.ts";

const integer = "expected a 32-bit integer";
const atLeast0 = `${integer}, at least 0`;

describe("a 32-bit integer", () => {
  const rows: readonly { readonly json: string; readonly want: readonly string[] }[] = [
    { json: "2147483647", want: [] },
    { json: "1e3", want: [] },
    { json: "1.0", want: [] },
    { json: "-0", want: [] },
    { json: "2147483648", want: [`historyLength: ${atLeast0}, got 2147483648 [range]`] },
    { json: "-1", want: [`historyLength: ${atLeast0}, got -1 [range]`] },
    { json: "1.5", want: [`historyLength: ${atLeast0}, got 1.5 [range]`] },
    { json: "1e400", want: [`historyLength: ${atLeast0}, got Infinity [range]`] },
    { json: "-1e400", want: [`historyLength: ${atLeast0}, got -Infinity [range]`] },
    {
      json: "123456789012345678901234567890",
      want: [`historyLength: ${atLeast0}, got 1.2345678901234568e+29 [range]`],
    },
    { json: "true", want: [`historyLength: ${atLeast0}, got true [type]`] },
  ];

  test.each(rows)("$json", ({ json, want }) => {
    const text = `{"id":"a","historyLength":${json}}`;
    expect(parseIssuesOf(GetTaskRequestCodec, text)).toEqual(want);
    expect(issuesOf(GetTaskRequestCodec, JSON.parse(text))).toEqual(want);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("%s", (historyLength) => {
    expect(issuesOf(GetTaskRequestCodec, { id: "a", historyLength })).toEqual([
      `historyLength: ${atLeast0}, got ${historyLength} [${Number.isNaN(historyLength) ? "type" : "range"}]`,
    ]);
  });
});

describe("-0 is written as 0", () => {
  test("of an integer with presence", () => {
    expect(GetTaskRequestCodec.stringify(GetTaskRequestCodec.parse('{"id":"a","historyLength":-0}'))).toBe(
      '{"id":"a","historyLength":0}',
    );
  });

  test("of a REQUIRED integer", () => {
    const page = '{"tasks":[],"nextPageToken":"","pageSize":-0,"totalSize":0}';
    expect(ListTasksResponseCodec.stringify(ListTasksResponseCodec.parse(page))).toBe(
      page.replace("-0", "0"),
    );
  });

  test("of an integer without presence, which is then not written at all", () => {
    expect(SingularCodec.stringify(SingularCodec.decode({ int32Field: -0, uint32Field: -0 }))).toBe("{}");
  });

  test("in a struct", () => {
    expect(PartCodec.stringify(PartCodec.parse('{"text":"a","metadata":{"b":-0}}'))).toBe(
      '{"text":"a","metadata":{"b":0}}',
    );
  });
});

describe("a number that JSON cannot write is refused in a place for any JSON", () => {
  test("from a text", () => {
    expect(parseIssuesOf(PartCodec, '{"text":"a","metadata":{"b":[1e400]}}')).toEqual([
      'metadata["b"][0]: expected a finite number, got Infinity [range]',
    ]);
    expect(parseIssuesOf(PartCodec, '{"data":-1e999}')).toEqual([
      "data: expected a finite number, got -Infinity [range]",
    ]);
  });

  test("from a value", () => {
    expect(issuesOf(PartCodec, { data: Number.NaN })).toEqual([
      "data: expected a finite number, got NaN [range]",
    ]);
  });
});

describe("a floating point number", () => {
  const rows: readonly {
    readonly field: string;
    readonly value: unknown;
    readonly want: readonly string[];
  }[] = [
    { field: "doubleField", value: 1.7976931348623157e308, want: [] },
    { field: "doubleField", value: 5e-324, want: [] },
    { field: "doubleField", value: "NaN", want: [] },
    { field: "doubleField", value: "-Infinity", want: [] },
    {
      field: "doubleField",
      value: Number.NaN,
      want: ["doubleField: expected a finite number, got NaN [type]"],
    },
    { field: "doubleField", value: "nan", want: ['doubleField: expected a finite number, got "nan" [type]'] },
    {
      field: "doubleField",
      value: "+Infinity",
      want: ['doubleField: expected a finite number, got "+Infinity" [type]'],
    },
    { field: "floatField", value: 3.4028234663852886e38, want: [] },
    { field: "floatField", value: "Infinity", want: [] },
    {
      field: "floatField",
      value: 3.5e38,
      want: ["floatField: expected a number of single precision, got 3.5e+38 [range]"],
    },
    {
      field: "floatField",
      value: Number.POSITIVE_INFINITY,
      want: ["floatField: expected a number of single precision, got Infinity [range]"],
    },
  ];

  test.each(rows)("$field: $value", ({ field, value, want }) => {
    expect(issuesOf(SingularCodec, { [field]: value })).toEqual(want);
  });
});

describe("a 64-bit integer", () => {
  const wrong = (value: string, code: string): readonly string[] => [
    `int64Field: expected a 64-bit integer as a decimal string, got ${value} [${code}]`,
  ];
  const rows: readonly { readonly value: unknown; readonly want: readonly string[] | string }[] = [
    { value: "9223372036854775807", want: "9223372036854775807" },
    { value: "-9223372036854775808", want: "-9223372036854775808" },
    { value: 9007199254740991, want: "9007199254740991" },
    { value: -9007199254740991, want: "-9007199254740991" },
    { value: -0, want: "0" },
    { value: "007", want: "7" },
    { value: "-0", want: "0" },
    { value: "9223372036854775808", want: wrong('"9223372036854775808"', "format") },
    // Plain ProtoJSON takes what JSON.parse may have rounded.
    { value: 2 ** 53, want: "9007199254740992" },
    { value: 2 ** 63 - 1024, want: "9223372036854774784" },
    { value: 2 ** 63, want: wrong("9223372036854776000", "type") },
    { value: 1.5, want: wrong("1.5", "type") },
    { value: "1.5", want: wrong('"1.5"', "format") },
    { value: "", want: wrong('""', "format") },
    { value: " 1", want: wrong('" 1"', "format") },
    { value: "0x10", want: wrong('"0x10"', "format") },
    { value: "+1", want: wrong('"+1"', "format") },
    { value: 10n, want: wrong("10", "type") },
  ];

  test.each(rows)("$value", ({ value, want }) => {
    const given = { int64Field: value };
    if (typeof want === "string") expect(SingularCodec.decode(given)).toEqual({ int64Field: want });
    else expect(issuesOf(SingularCodec, given)).toEqual(want);
  });

  test("of the draft is text too, and may be a safe integer", () => {
    const codec: Codec<unknown> = ListTasksRequestCodec;
    expect(codec.decode({ lastUpdatedAfter: 1761647400000 })).toEqual({ lastUpdatedAfter: "1761647400000" });
    expect(codec.decode({ lastUpdatedAfter: "1761647400000" })).toEqual({
      lastUpdatedAfter: "1761647400000",
    });
  });
});

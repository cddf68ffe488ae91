import { describe, expect, test } from "vitest";
import type { BinaryType } from "../../../../../packages/runtime/src/binary/type-registry.ts";
import * as binary from "../../../../../packages/runtime/src/codegen/binary.ts";
import type { Codec } from "../../../../../packages/runtime/src/core/codec.ts";
import { DecodeError } from "../../../../../packages/runtime/src/core/decode-error.ts";
import * as codecs from "../../../../../packages/runtime/src/core/well-known-codecs.ts";

interface Row {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly binary: BinaryType;
  readonly good: readonly unknown[];
  /** Values that come out in another spelling. */
  readonly respelled: readonly (readonly [given: unknown, want: unknown])[];
  /** Values with what is said of them. */
  readonly bad: readonly (readonly [given: unknown, issue: string])[];
}

const anyOf = "type.googleapis.com/google.protobuf.Duration";

const rows: readonly Row[] = [
  {
    name: "Any",
    codec: codecs.AnyCodec,
    binary: binary.AnyBinary,
    good: [{ "@type": anyOf, value: "1s" }],
    respelled: [],
    bad: [["a", 'type: expected an object, got "a"']],
  },
  {
    name: "Duration",
    codec: codecs.DurationCodec,
    binary: binary.DurationBinary,
    good: ["0s", "1.500s"],
    respelled: [],
    bad: [
      ["1h", 'format: expected a duration in seconds, such as "1.5s", got "1h"'],
      [null, 'type: expected a duration in seconds, such as "1.5s", got null'],
    ],
  },
  {
    name: "Empty",
    codec: codecs.EmptyCodec,
    binary: binary.EmptyBinary,
    good: [{}],
    respelled: [],
    bad: [[[], "type: expected an object, got an array"]],
  },
  {
    name: "FieldMask",
    codec: codecs.FieldMaskCodec,
    binary: binary.FieldMaskBinary,
    good: ["", "title,author.displayName"],
    respelled: [],
    bad: [[1, "type: expected paths in lowerCamelCase, separated by commas, got 1"]],
  },
  {
    name: "ListValue",
    codec: codecs.ListValueCodec,
    binary: binary.ListValueBinary,
    good: [[], [1, "a", null, [true], { a: 1 }]],
    respelled: [],
    bad: [[{}, "type: expected an array, got an object"]],
  },
  {
    name: "Struct",
    codec: codecs.StructCodec,
    binary: binary.StructBinary,
    good: [{}, { a: [1, null, "b"], c: {} }],
    respelled: [],
    bad: [[[], "type: expected an object, got an array"]],
  },
  {
    name: "Value",
    codec: codecs.ValueCodec,
    binary: binary.ValueBinary,
    good: [null, 1, "a", true, [], {}],
    respelled: [],
    bad: [[undefined, "type: expected a JSON value, got undefined"]],
  },
  {
    name: "Timestamp",
    codec: codecs.TimestampCodec,
    binary: binary.TimestampBinary,
    good: ["2025-10-28T10:30:00Z", "2025-10-28T10:30:00.123456789Z"],
    respelled: [],
    bad: [
      [
        "2025-10-28T10:30:00+02:00",
        'format: expected a timestamp of RFC 3339 in UTC, such as 2025-10-28T10:30:00.000Z, got "2025-10-28T10:30:00+02:00"',
      ],
    ],
  },
  {
    name: "Timestamp with any offset",
    codec: codecs.OffsetTimestampCodec,
    binary: binary.TimestampBinary,
    good: ["2025-10-28T10:30:00Z"],
    respelled: [["2025-10-28T10:30:00+02:00", "2025-10-28T08:30:00Z"]],
    bad: [["yesterday", 'format: expected a timestamp of RFC 3339, got "yesterday"']],
  },
  {
    name: "BoolValue",
    codec: codecs.BoolValueCodec,
    binary: binary.BoolValueBinary,
    good: [true, false],
    respelled: [],
    bad: [
      ["true", 'type: expected true or false, got "true"'],
      [null, "type: expected true or false, got null"],
    ],
  },
  {
    name: "BytesValue",
    codec: codecs.BytesValueCodec,
    binary: binary.BytesValueBinary,
    good: ["", "AQID/w=="],
    respelled: [["AQID_w", "AQID/w=="]],
    bad: [["*", 'format: expected bytes in base64, got "*"']],
  },
  {
    name: "DoubleValue",
    codec: codecs.DoubleValueCodec,
    binary: binary.DoubleValueBinary,
    good: [0, 1.5, "NaN", "-Infinity"],
    respelled: [["1.5", 1.5]],
    bad: [[Number.NaN, "type: expected a finite number, got NaN"]],
  },
  {
    name: "FloatValue",
    codec: codecs.FloatValueCodec,
    binary: binary.FloatValueBinary,
    good: [0, 1.5, "Infinity"],
    respelled: [["1.5", 1.5]],
    bad: [[1e300, "range: expected a number of single precision, got 1e+300"]],
  },
  {
    name: "Int32Value",
    codec: codecs.Int32ValueCodec,
    binary: binary.Int32ValueBinary,
    good: [0, -1, 2147483647],
    respelled: [["7", 7]],
    bad: [[2147483648, "range: expected a 32-bit integer, got 2147483648"]],
  },
  {
    name: "Int64Value",
    codec: codecs.Int64ValueCodec,
    binary: binary.Int64ValueBinary,
    good: ["0", "-9223372036854775808"],
    respelled: [[7, "7"]],
    bad: [[1.5, "type: expected a 64-bit integer as a decimal string, got 1.5"]],
  },
  {
    name: "StringValue",
    codec: codecs.StringValueCodec,
    binary: binary.StringValueBinary,
    good: ["", "ä"],
    respelled: [],
    bad: [["\ud800", 'text: expected a string, got "\\ud800"']],
  },
  {
    name: "UInt32Value",
    codec: codecs.UInt32ValueCodec,
    binary: binary.UInt32ValueBinary,
    good: [0, 4294967295],
    respelled: [["7", 7]],
    bad: [[-1, "range: expected an unsigned 32-bit integer, got -1"]],
  },
  {
    name: "UInt64Value",
    codec: codecs.UInt64ValueCodec,
    binary: binary.UInt64ValueBinary,
    good: ["0", "18446744073709551615"],
    respelled: [[7, "7"]],
    bad: [["-1", 'format: expected an unsigned 64-bit integer as a decimal string, got "-1"']],
  },
];

describe.each(rows)("$name", (row) => {
  const { codec, binary: type } = row;

  test("has its full name", () => {
    const name = `google.protobuf.${row.name.split(" ")[0]}`;
    expect([codec.typeName, type.typeName]).toEqual([name, name]);
  });

  test("is what it was after every way through the codec", () => {
    for (const value of row.good) {
      const json = JSON.stringify(value);
      expect(codec.decode(value)).toEqual(value);
      expect(codec.tryDecode(value)).toEqual({ ok: true, value, warnings: [] });
      expect(codec.copy(value)).toEqual(value);
      expect(codec.parse(json)).toEqual(value);
      expect(codec.parse(new TextEncoder().encode(json))).toEqual(value);
      expect(codec.decodeParsed(JSON.parse(json), { wellFormed: true })).toEqual(value);
      expect(codec.stringify(value)).toBe(json);
      expect(codec.encode(value)).toEqual(value);
      expect(codec.is(value)).toBe(true);
      expect(codec["~standard"].validate(value)).toEqual({ value });
      expect(type.decode(type.encode(value))).toEqual(value);
    }
  });

  test("comes out in the spelling of its type", () => {
    for (const [given, want] of row.respelled) {
      expect(codec.is(given)).toBe(false);
      expect(codec.decode(given)).toEqual(want);
      expect(codec.parse(JSON.stringify(given))).toEqual(want);
      expect(codec["~standard"].validate(given)).toEqual({ value: want });
    }
  });

  test("refuses what it is not, and says why", () => {
    for (const [given, want] of row.bad) {
      expect(codec.is(given)).toBe(false);
      const result = codec.tryDecode(given);
      const issues = result.ok ? [] : result.issues;
      expect(issues.map(({ code, path, message }) => `${path}${code}: ${message}`)).toEqual([want]);
      expect(() => codec.decode(given)).toThrow(DecodeError);
      expect(codec["~standard"].validate(given)).toHaveProperty("issues");
    }
  });

  test("refuses text that is not JSON", () => {
    expect(() => codec.parse("{")).toThrow(DecodeError);
    expect(() => codec.parse("1,2")).toThrow(DecodeError);
  });

  test("refuses bytes that are cut off", () => {
    expect(() => type.decode(Uint8Array.of(0x0a))).toThrow(/^google\.protobuf\./);
  });
});

test("a timestamp with an offset is taken in the lenient mode, with a warning", () => {
  const warnings: string[] = [];
  const options = {
    lenient: true,
    onWarning: ({ code, path }: { code: string; path: string }) => warnings.push(`${path}${code}`),
  };
  expect(codecs.TimestampCodec.decode("2025-10-28T10:30:00+02:00", options)).toBe("2025-10-28T08:30:00Z");
  expect(warnings).toEqual(["format"]);
});

import {
  BinaryWriter,
  readDuration,
  readFieldMask,
  readTimestamp,
  writeDuration,
  writeFieldMask,
  writeTimestamp,
} from "@a2agen/runtime/codegen/binary";
import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { DurationSchema, FieldMaskSchema, TimestampSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { durationFromParts } from "../../../../packages/runtime/src/core/duration.ts";
import { timestampFromParts } from "../../../../packages/runtime/src/core/timestamp.ts";
import { binaryError, errorOf, fromBytes, fromHex, toHex } from "./wire.ts";

function esHex(schema: DescMessage, json: JsonValue): string {
  return Buffer.from(toBinary(schema, fromJson(schema, json))).toString("hex");
}

describe("google.protobuf.Timestamp", () => {
  const times: { name: string; json: string }[] = [
    { name: "the epoch", json: "1970-01-01T00:00:00Z" },
    { name: "whole seconds", json: "1970-01-01T00:00:01Z" },
    { name: "a fraction", json: "1970-01-01T00:00:00.000000001Z" },
    { name: "before the epoch", json: "1969-12-31T23:59:59.500Z" },
    { name: "the first second", json: "0001-01-01T00:00:00Z" },
    { name: "the last nanosecond", json: "9999-12-31T23:59:59.999999999Z" },
  ];
  for (const { name, json } of times) {
    test(`is written and read as protobuf-es does: ${name}`, () => {
      const hex = esHex(TimestampSchema, json);
      expect(toHex((writer) => writeTimestamp(json, writer))).toBe(hex);
      expect(fromHex(hex, readTimestamp)).toBe(json);
    });
  }

  test("is written of every form that means the same", () => {
    const hex = [
      "2024-05-06T07:08:09.50Z",
      "2024-05-06T07:08:09.5+00:00",
      "2024-05-06T09:08:09.500+02:00",
    ].map((json) => toHex((writer) => writeTimestamp(json, writer)));
    expect(new Set(hex)).toEqual(new Set([esHex(TimestampSchema, "2024-05-06T07:08:09.500Z")]));
  });

  test("agrees with protobuf-es both ways", () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, fc.nat(999_999_999), (s, n) => {
        const json = timestampFromParts(s, n);
        const writer = new BinaryWriter();
        writeTimestamp(json, writer);
        const bytes = writer.finish();
        expect(toJson(TimestampSchema, fromBinary(TimestampSchema, bytes))).toBe(json);
        expect(fromBytes(bytes, readTimestamp)).toBe(json);
      }),
    );
  });

  test("takes the last of repeated fields and skips unknown ones", () => {
    expect(fromHex("0801 1a03616263 0802 0d01020304".replaceAll(" ", ""), readTimestamp)).toBe(
      "1970-01-01T00:00:02Z",
    );
  });

  const notWritten: { name: string; given: unknown; want: string }[] = [
    { name: "a date alone", given: "2024-05-06", want: 'expected an RFC 3339 time, got "2024-05-06"' },
    {
      name: "a day that there is not",
      given: "2023-02-29T00:00:00Z",
      want: 'expected an RFC 3339 time, got "2023-02-29T00:00:00Z"',
    },
    { name: "a Date", given: new Date(0), want: "expected an RFC 3339 time, got object" },
    {
      name: "a long text, shortened",
      given: "x".repeat(1000),
      want: `expected an RFC 3339 time, got "${"x".repeat(80)}..."`,
    },
  ];
  for (const { name, given, want } of notWritten) {
    test(`is not written of ${name}`, () => {
      expect(errorOf(() => writeTimestamp(given as string, new BinaryWriter()))).toEqual(
        binaryError(`google.protobuf.Timestamp: ${want}`),
      );
    });
  }

  const notRead: { name: string; hex: string; want: string }[] = [
    {
      name: "a second too late",
      hex: "088083d1ffaf07",
      want: "expected seconds from -62135596800 to 253402300799, got 253402300800",
    },
    {
      name: "seconds beyond safe integers",
      hex: "08ffffffffffffffff7f",
      want: "expected seconds from -62135596800 to 253402300799, got 9223372036854776000",
    },
    {
      name: "negative nanos",
      hex: "10ffffffffffffffffff01",
      want: "expected nanos from 0 to 999999999, got -1",
    },
    { name: "an end in a number", hex: "0880", want: "premature EOF" },
  ];
  for (const { name, hex, want } of notRead) {
    test(`is not read of ${name}`, () => {
      expect(errorOf(() => fromHex(hex, readTimestamp))).toEqual(
        binaryError(`google.protobuf.Timestamp: ${want}`),
      );
    });
  }
});

describe("google.protobuf.Duration", () => {
  for (const json of ["0s", "1s", "-1s", "0.500s", "-0.500s", "1.000001s", "-315576000000.999999999s"]) {
    test(`is written and read as protobuf-es does: ${json}`, () => {
      const hex = esHex(DurationSchema, json);
      expect(toHex((writer) => writeDuration(json, writer))).toBe(hex);
      expect(fromHex(hex, readDuration)).toBe(json);
    });
  }

  test("agrees with protobuf-es both ways", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 315_576_000_000 }),
        fc.nat(999_999_999),
        fc.constantFrom(1, -1),
        (s, n, sign) => {
          const json = durationFromParts(s * sign, n * sign);
          const hex = esHex(DurationSchema, json);
          expect(toHex((writer) => writeDuration(json, writer))).toBe(hex);
          expect(fromHex(hex, readDuration)).toBe(json);
        },
      ),
    );
  });

  test("is not written of another unit", () => {
    expect(errorOf(() => writeDuration("3m", new BinaryWriter()))).toEqual(
      binaryError(
        'google.protobuf.Duration: expected seconds with up to 9 fraction digits and an "s", got "3m"',
      ),
    );
  });

  test("is not read with two signs", () => {
    expect(errorOf(() => fromHex("080110ffffffffffffffffff01", readDuration))).toEqual(
      binaryError("google.protobuf.Duration: expected seconds and nanos of the same sign, got 1 and -1"),
    );
  });
});

describe("google.protobuf.FieldMask", () => {
  for (const json of ["", "name", "user.displayName,photo"]) {
    test(`is written and read as protobuf-es does: ${JSON.stringify(json)}`, () => {
      const hex = esHex(FieldMaskSchema, json);
      expect(toHex((writer) => writeFieldMask(json, writer))).toBe(hex);
      expect(fromHex(hex, readFieldMask)).toBe(json);
    });
  }

  test("is not written of proto names", () => {
    expect(errorOf(() => writeFieldMask("display_name", new BinaryWriter()))).toEqual(
      binaryError(
        'google.protobuf.FieldMask: expected lowerCamelCase paths joined with commas, got "display_name"',
      ),
    );
  });

  test("is not read of a path that JSON cannot carry", () => {
    const bytes = toBinary(FieldMaskSchema, create(FieldMaskSchema, { paths: ["a", "foo__bar"] }));
    expect(errorOf(() => fromBytes(bytes, readFieldMask))).toEqual(
      binaryError('google.protobuf.FieldMask: expected a path that lowerCamelCase can carry, got "foo__bar"'),
    );
  });
});

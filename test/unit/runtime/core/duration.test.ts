import { fromJson, toJson } from "@bufbuild/protobuf";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  durationFromParts,
  durationToParts,
  isDuration,
  normalizeDuration,
} from "../../../../packages/runtime/src/core/duration.ts";
import { runs } from "../../../shared/runs.ts";

const texts: { name: string; given: string; want: string | undefined }[] = [
  { name: "zero", given: "0s", want: "0s" },
  { name: "minus zero", given: "-0s", want: "-0s" },
  { name: "whole seconds", given: "3s", want: "3s" },
  { name: "negative seconds", given: "-3s", want: "-3s" },
  { name: "a fraction", given: "1.5s", want: "1.5s" },
  { name: "a negative fraction", given: "-0.5s", want: "-0.5s" },
  { name: "nine fraction digits", given: "1.123456789s", want: "1.123456789s" },
  { name: "the longest", given: "315576000000s", want: "315576000000s" },
  { name: "the longest backwards", given: "-315576000000s", want: "-315576000000s" },
  { name: "the longest and a fraction", given: "315576000000.999999999s", want: "315576000000.999999999s" },
  { name: "a plus sign", given: "+3s", want: "3s" },
  { name: "leading zeros", given: "007.50s", want: "7.50s" },
  { name: "a sign and leading zeros", given: "-007s", want: "-7s" },
  { name: "zeros alone", given: "000s", want: "0s" },
  { name: "one second too many", given: "315576000001s", want: undefined },
  { name: "one second too many backwards", given: "-315576000001s", want: undefined },
  { name: "very many digits", given: `${"9".repeat(100_000)}s`, want: undefined },
  { name: "ten fraction digits", given: "1.1234567890s", want: undefined },
  { name: "a dot without digits", given: "1.s", want: undefined },
  { name: "a dot without seconds", given: ".5s", want: undefined },
  { name: "two dots", given: "1.5.5s", want: undefined },
  { name: "no unit", given: "3", want: undefined },
  { name: "another unit", given: "3ms", want: undefined },
  { name: "a capital unit", given: "3S", want: undefined },
  { name: "a unit twice", given: "3ss", want: undefined },
  { name: "the unit alone", given: "s", want: undefined },
  { name: "a sign alone", given: "-s", want: undefined },
  { name: "two signs", given: "--3s", want: undefined },
  { name: "a plus and a minus", given: "+-3s", want: undefined },
  { name: "an exponent", given: "1e3s", want: undefined },
  { name: "a space", given: "3 s", want: undefined },
  { name: "text after it", given: "3s ", want: undefined },
  { name: "nothing", given: "", want: undefined },
];

describe("isDuration and normalizeDuration", () => {
  for (const { name, given, want } of texts) {
    test(`take or reject ${name}`, () => {
      expect({ normal: normalizeDuration(given), is: isDuration(given) }).toEqual({
        normal: want,
        is: want === given,
      });
    });
  }
});

describe("parts of a duration", () => {
  const both: { name: string; text: string; seconds: number; nanos: number }[] = [
    { name: "zero", text: "0s", seconds: 0, nanos: 0 },
    { name: "milliseconds", text: "1.500s", seconds: 1, nanos: 500_000_000 },
    { name: "microseconds", text: "1.000020s", seconds: 1, nanos: 20_000 },
    { name: "nanoseconds", text: "0.000000001s", seconds: 0, nanos: 1 },
    { name: "a negative fraction below one second", text: "-0.500s", seconds: 0, nanos: -500_000_000 },
    { name: "a negative fraction", text: "-3.000000001s", seconds: -3, nanos: -1 },
    { name: "the longest", text: "315576000000.999999999s", seconds: 315_576_000_000, nanos: 999_999_999 },
  ];
  for (const { name, text, seconds, nanos } of both) {
    test(`hold ${name}`, () => {
      expect(durationToParts(text)).toEqual({ seconds, nanos });
      expect(durationFromParts(seconds, nanos)).toBe(text);
    });
  }

  test("have no minus zero", () => {
    expect(durationToParts("-0s")).toStrictEqual({ seconds: 0, nanos: 0 });
    expect(durationFromParts(-0, -0)).toBe("0s");
  });

  const wrong: { name: string; seconds: number; nanos: number; want: string }[] = [
    {
      name: "too long",
      seconds: 315_576_000_001,
      nanos: 0,
      want: "expected seconds from -315576000000 to 315576000000, got 315576000001",
    },
    {
      name: "NaN",
      seconds: Number.NaN,
      nanos: 0,
      want: "expected seconds from -315576000000 to 315576000000, got NaN",
    },
    {
      name: "a whole second of nanos",
      seconds: 0,
      nanos: -1_000_000_000,
      want: "expected nanos from -999999999 to 999999999, got -1000000000",
    },
    {
      name: "of two signs",
      seconds: 1,
      nanos: -1,
      want: "expected seconds and nanos of the same sign, got 1 and -1",
    },
    {
      name: "of two signs backwards",
      seconds: -1,
      nanos: 1,
      want: "expected seconds and nanos of the same sign, got -1 and 1",
    },
  ];
  for (const { name, seconds, nanos, want } of wrong) {
    test(`must not be ${name}`, () => {
      expect(() => durationFromParts(seconds, nanos)).toThrow(new RangeError(want));
    });
  }

  test("agree with protobuf-es both ways", { tags: "thorough" }, () => {
    const seconds = fc.oneof(fc.nat(100), fc.integer({ min: 0, max: 315_576_000_000 }));
    const nanos = fc.oneof(
      fc.constant(0),
      fc.nat(999).map((ms) => ms * 1e6),
      fc.nat(999_999_999),
    );
    fc.assert(
      fc.property(seconds, nanos, fc.boolean(), (s, n, isNegative) => {
        const text = isNegative ? durationFromParts(0 - s, 0 - n) : durationFromParts(s, n);
        const message = fromJson(DurationSchema, text);
        expect(toJson(DurationSchema, message)).toBe(text);
        // Adding 0 turns the -0 of protobuf-es into 0.
        expect(durationToParts(text)).toEqual({ seconds: Number(message.seconds), nanos: message.nanos + 0 });
      }),
      { numRuns: runs(400) },
    );
  });
});

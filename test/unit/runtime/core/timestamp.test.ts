import { fromJson, toJson } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isTimestamp,
  normalizeTimestamp,
  timestampFromParts,
  timestampToParts,
} from "../../../../packages/runtime/src/core/timestamp.ts";
import { runs } from "../../../shared/runs.ts";

function pad(value: number, width = 2): string {
  return String(value).padStart(width, "0");
}

const texts: { name: string; given: string; want: string | undefined }[] = [
  { name: "whole seconds", given: "2024-05-06T07:08:09Z", want: "2024-05-06T07:08:09Z" },
  { name: "one fraction digit", given: "2024-05-06T07:08:09.1Z", want: "2024-05-06T07:08:09.1Z" },
  {
    name: "nine fraction digits",
    given: "2024-05-06T07:08:09.123456789Z",
    want: "2024-05-06T07:08:09.123456789Z",
  },
  {
    name: "fraction digits that are zero",
    given: "2024-05-06T07:08:09.000Z",
    want: "2024-05-06T07:08:09.000Z",
  },
  { name: "the first second", given: "0001-01-01T00:00:00Z", want: "0001-01-01T00:00:00Z" },
  {
    name: "the last nanosecond",
    given: "9999-12-31T23:59:59.999999999Z",
    want: "9999-12-31T23:59:59.999999999Z",
  },
  { name: "lower case letters", given: "2024-05-06t07:08:09z", want: undefined },
  { name: "an offset east", given: "2024-05-06T07:08:09+02:30", want: "2024-05-06T04:38:09Z" },
  { name: "an offset west", given: "2024-05-06T22:08:09-02:30", want: "2024-05-07T00:38:09Z" },
  { name: "an offset of zero", given: "2024-05-06T07:08:09+00:00", want: "2024-05-06T07:08:09Z" },
  { name: "the unknown offset", given: "2024-05-06T07:08:09-00:00", want: "2024-05-06T07:08:09Z" },
  {
    name: "an offset after a fraction",
    given: "2024-05-06T07:08:09.120+01:00",
    want: "2024-05-06T06:08:09.120Z",
  },
  {
    name: "an offset over the end of a leap year's February",
    given: "2024-03-01T00:30:00+01:00",
    want: "2024-02-29T23:30:00Z",
  },
  { name: "an offset over the new year", given: "2023-12-31T23:30:00-01:00", want: "2024-01-01T00:30:00Z" },
  {
    name: "an offset up to the first second",
    given: "0001-01-01T23:59:00+23:59",
    want: "0001-01-01T00:00:00Z",
  },
  {
    name: "an offset up to the last second",
    given: "9999-12-31T00:00:59-23:59",
    want: "9999-12-31T23:59:59Z",
  },
  { name: "an offset before the first second", given: "0001-01-01T00:00:00+00:01", want: undefined },
  { name: "an offset after the last second", given: "9999-12-31T23:59:59-00:01", want: undefined },
  { name: "an offset of 24 hours", given: "2024-05-06T07:08:09+24:00", want: undefined },
  { name: "an offset of 60 minutes", given: "2024-05-06T07:08:09+01:60", want: undefined },
  { name: "an offset without a colon", given: "2024-05-06T07:08:09+0100", want: undefined },
  { name: "an offset of hours", given: "2024-05-06T07:08:09+01", want: undefined },
  { name: "an offset with seconds", given: "2024-05-06T07:08:09+01:00:00", want: undefined },
  { name: "an offset and Z", given: "2024-05-06T07:08:09+01:00Z", want: undefined },
  { name: "no offset", given: "2024-05-06T07:08:09", want: undefined },
  { name: "a fraction without offset", given: "2024-05-06T07:08:09.5", want: undefined },
  { name: "the year 0", given: "0000-12-31T23:59:59Z", want: undefined },
  { name: "a year of five digits", given: "10000-01-01T00:00:00Z", want: undefined },
  { name: "a signed year", given: "+002024-05-06T07:08:09Z", want: undefined },
  { name: "month 0", given: "2024-00-06T07:08:09Z", want: undefined },
  { name: "month 13", given: "2024-13-06T07:08:09Z", want: undefined },
  { name: "day 0", given: "2024-05-00T07:08:09Z", want: undefined },
  { name: "hour 24", given: "2024-05-06T24:00:00Z", want: undefined },
  { name: "minute 60", given: "2024-05-06T07:60:09Z", want: undefined },
  { name: "a leap second", given: "2016-12-31T23:59:60Z", want: undefined },
  { name: "a dot without digits", given: "2024-05-06T07:08:09.Z", want: undefined },
  { name: "ten fraction digits", given: "2024-05-06T07:08:09.1234567890Z", want: undefined },
  { name: "a comma for the dot", given: "2024-05-06T07:08:09,5Z", want: undefined },
  { name: "a space for the T", given: "2024-05-06 07:08:09Z", want: undefined },
  { name: "no seconds", given: "2024-05-06T07:08Z", want: undefined },
  { name: "a date alone", given: "2024-05-06", want: undefined },
  { name: "a space before", given: " 2024-05-06T07:08:09Z", want: undefined },
  { name: "a line break after", given: "2024-05-06T07:08:09Z\n", want: undefined },
  { name: "digits of another script", given: "2024-05-0\u0666T07:08:09Z", want: undefined },
  { name: "a letter in a fraction", given: "2024-05-06T07:08:09.1x3Z", want: undefined },
  { name: "slashes", given: "2024/05/06T07:08:09Z", want: undefined },
  { name: "dots in the time", given: "2024-05-06T07.08.09Z", want: undefined },
  { name: "nothing", given: "", want: undefined },
  { name: "Z alone", given: "Z", want: undefined },
];

describe("isTimestamp and normalizeTimestamp", () => {
  for (const { name, given, want } of texts) {
    test(`take or reject ${name}`, () => {
      expect({ normal: normalizeTimestamp(given), is: isTimestamp(given) }).toEqual({
        normal: want,
        is: want === given,
      });
    });
  }

  test("know every day of the calendar", () => {
    const wrong: string[] = [];
    for (const year of [1, 4, 100, 400, 1600, 1900, 1969, 1970, 2000, 2023, 2024, 2100, 9996, 9999]) {
      for (let month = 1; month <= 12; month++) {
        const days = new Date(0);
        days.setUTCFullYear(year, month, 0);
        for (let day = 1; day <= 31; day++) {
          const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}T12:00:00Z`;
          if (isTimestamp(text) !== day <= days.getUTCDate()) wrong.push(text);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("know every time of the day", () => {
    const wrong: string[] = [];
    for (let hour = 0; hour < 100; hour++) {
      for (let minute = 0; minute < 100; minute++) {
        const text = `2024-02-29T${pad(hour)}:${pad(minute)}:59Z`;
        if (isTimestamp(text) !== (hour < 24 && minute < 60)) wrong.push(text);
      }
    }
    for (let second = 0; second < 100; second++) {
      const text = `2024-02-29T00:00:${pad(second)}Z`;
      if (isTimestamp(text) !== second < 60) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  test("convert every offset of hours and minutes", () => {
    const wrong: string[] = [];
    for (let minutes = -1439; minutes <= 1439; minutes++) {
      const size = Math.abs(minutes);
      const text = `2024-03-01T00:00:00${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
      if (normalizeTimestamp(text) !== new Date(text).toISOString().replace(".000", "")) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  test("reject a text with any one character replaced by a letter", () => {
    const text = "2024-05-06T07:08:09.123Z";
    const accepted = [...text]
      .map((_, at) => `${text.slice(0, at)}x${text.slice(at + 1)}`)
      .filter((t) => normalizeTimestamp(t));
    expect(accepted).toEqual([]);
  });
});

describe("parts of a timestamp", () => {
  test("agree with Date for every day of both ends and of a whole cycle of leap years, both ways", () => {
    const wrong: string[] = [];
    for (const [first, last] of [
      [1, 10],
      [1700, 2110],
      [9990, 9999],
    ] as const) {
      const end = timestampToParts(`${pad(last, 4)}-12-31T00:00:00Z`).seconds;
      for (
        let seconds = timestampToParts(`${pad(first, 4)}-01-01T00:00:00Z`).seconds;
        seconds <= end;
        seconds += 86_400
      ) {
        const text = timestampFromParts(seconds, 0);
        if (text !== new Date(seconds * 1000).toISOString().replace(".000", "")) wrong.push(text);
        if (!isTimestamp(text) || timestampToParts(text).seconds !== seconds) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });

  const both: { name: string; text: string; seconds: number; nanos: number }[] = [
    { name: "the epoch", text: "1970-01-01T00:00:00Z", seconds: 0, nanos: 0 },
    { name: "milliseconds", text: "1970-01-01T00:00:01.500Z", seconds: 1, nanos: 500_000_000 },
    { name: "microseconds", text: "1970-01-01T00:00:01.000020Z", seconds: 1, nanos: 20_000 },
    { name: "nanoseconds", text: "1970-01-01T00:00:01.000000001Z", seconds: 1, nanos: 1 },
    {
      name: "a fraction before the epoch",
      text: "1969-12-31T23:59:59.900Z",
      seconds: -1,
      nanos: 900_000_000,
    },
    { name: "the first second", text: "0001-01-01T00:00:00Z", seconds: -62_135_596_800, nanos: 0 },
    {
      name: "the last nanosecond",
      text: "9999-12-31T23:59:59.999999999Z",
      seconds: 253_402_300_799,
      nanos: 999_999_999,
    },
  ];
  for (const { name, text, seconds, nanos } of both) {
    test(`hold ${name}`, () => {
      expect(timestampToParts(text)).toEqual({ seconds, nanos });
      expect(timestampFromParts(seconds, nanos)).toBe(text);
    });
  }

  test("read any number of fraction digits", () => {
    const nanos = ["1", "12", "123", "1234", "12345", "123456", "1234567", "12345678", "123456789"].map(
      (digits) => timestampToParts(`2024-05-06T07:08:09.${digits}Z`).nanos,
    );
    expect(nanos).toEqual([
      100_000_000, 120_000_000, 123_000_000, 123_400_000, 123_450_000, 123_456_000, 123_456_700, 123_456_780,
      123_456_789,
    ]);
  });

  const wrong: { name: string; seconds: number; nanos: number; want: string }[] = [
    {
      name: "seconds before the year 1",
      seconds: -62_135_596_801,
      nanos: 0,
      want: "expected seconds from -62135596800 to 253402300799, got -62135596801",
    },
    {
      name: "seconds after the year 9999",
      seconds: 253_402_300_800,
      nanos: 0,
      want: "expected seconds from -62135596800 to 253402300799, got 253402300800",
    },
    {
      name: "a fraction of a second",
      seconds: 0.5,
      nanos: 0,
      want: "expected seconds from -62135596800 to 253402300799, got 0.5",
    },
    {
      name: "NaN",
      seconds: Number.NaN,
      nanos: 0,
      want: "expected seconds from -62135596800 to 253402300799, got NaN",
    },
    { name: "negative nanos", seconds: 0, nanos: -1, want: "expected nanos from 0 to 999999999, got -1" },
    {
      name: "a whole second of nanos",
      seconds: 0,
      nanos: 1_000_000_000,
      want: "expected nanos from 0 to 999999999, got 1000000000",
    },
  ];
  for (const { name, seconds, nanos, want } of wrong) {
    test(`must not be ${name}`, () => {
      expect(() => timestampFromParts(seconds, nanos)).toThrow(new RangeError(want));
    });
  }

  test("agree with protobuf-es both ways", { tags: "thorough" }, () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
    const nanos = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 999 }).map((ms) => ms * 1e6),
      fc.nat(999_999_999),
    );
    fc.assert(
      fc.property(seconds, nanos, (s, n) => {
        const text = timestampFromParts(s, n);
        const message = fromJson(TimestampSchema, text);
        expect(toJson(TimestampSchema, message)).toBe(text);
        expect(timestampToParts(text)).toEqual({ seconds: Number(message.seconds), nanos: message.nanos });
      }),
      { numRuns: runs(400) },
    );
  });
});

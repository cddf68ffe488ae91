import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isInt32,
  isInt64Text,
  isUint32,
  isUint64Text,
  normalizeInt32,
  normalizeInt64,
  normalizeUint32,
  normalizeUint64,
} from "../../../../packages/runtime/src/core/integer.ts";

const values: { name: string; given: unknown; int64: string | undefined; uint64: string | undefined }[] = [
  { name: "zero", given: "0", int64: "0", uint64: "0" },
  { name: "a small integer", given: "42", int64: "42", uint64: "42" },
  { name: "a negative integer", given: "-42", int64: "-42", uint64: undefined },
  {
    name: "the largest int64",
    given: "9223372036854775807",
    int64: "9223372036854775807",
    uint64: "9223372036854775807",
  },
  {
    name: "one more than that",
    given: "9223372036854775808",
    int64: undefined,
    uint64: "9223372036854775808",
  },
  {
    name: "the smallest int64",
    given: "-9223372036854775808",
    int64: "-9223372036854775808",
    uint64: undefined,
  },
  { name: "one less than that", given: "-9223372036854775809", int64: undefined, uint64: undefined },
  {
    name: "the largest uint64",
    given: "18446744073709551615",
    int64: undefined,
    uint64: "18446744073709551615",
  },
  {
    name: "one more than the largest uint64",
    given: "18446744073709551616",
    int64: undefined,
    uint64: undefined,
  },
  { name: "very many digits", given: "9".repeat(100_000), int64: undefined, uint64: undefined },
  { name: "leading zeros", given: "007", int64: "7", uint64: "7" },
  { name: "a sign and leading zeros", given: "-007", int64: "-7", uint64: undefined },
  { name: "very many zeros", given: `${"0".repeat(100_000)}1`, int64: "1", uint64: "1" },
  { name: "zeros alone", given: "000", int64: "0", uint64: "0" },
  { name: "minus zero", given: "-0", int64: "0", uint64: "0" },
  { name: "a number", given: 42, int64: "42", uint64: "42" },
  { name: "a negative number", given: -42, int64: "-42", uint64: undefined },
  { name: "the number minus zero", given: -0, int64: "0", uint64: "0" },
  {
    name: "the largest safe integer",
    given: Number.MAX_SAFE_INTEGER,
    int64: "9007199254740991",
    uint64: "9007199254740991",
  },
  { name: "a number beyond it", given: 9_007_199_254_740_992, int64: undefined, uint64: undefined },
  { name: "a fraction", given: 0.5, int64: undefined, uint64: undefined },
  { name: "NaN", given: Number.NaN, int64: undefined, uint64: undefined },
  { name: "an exponent", given: "1e3", int64: undefined, uint64: undefined },
  { name: "a point", given: "1.0", int64: undefined, uint64: undefined },
  { name: "hexadecimal digits", given: "0x10", int64: undefined, uint64: undefined },
  { name: "a plus sign", given: "+1", int64: undefined, uint64: undefined },
  { name: "a sign alone", given: "-", int64: undefined, uint64: undefined },
  { name: "a space", given: " 1", int64: undefined, uint64: undefined },
  { name: "nothing", given: "", int64: undefined, uint64: undefined },
  { name: "null", given: null, int64: undefined, uint64: undefined },
  { name: "a bigint", given: 1n, int64: undefined, uint64: undefined },
];

describe("64-bit integers", () => {
  for (const { name, given, int64, uint64 } of values) {
    test(`normalise or reject ${name}`, () => {
      expect({ int64: normalizeInt64(given), uint64: normalizeUint64(given) }).toEqual({ int64, uint64 });
    });

    test(`are canonical only when normal: ${name}`, () => {
      if (typeof given !== "string") return;
      expect({ int64: isInt64Text(given), uint64: isUint64Text(given) }).toEqual({
        int64: given === int64,
        uint64: given === uint64,
      });
    });
  }

  test("agree with BigInt around every power of ten and two", () => {
    const wrong: bigint[] = [];
    for (const base of [2n, 10n]) {
      for (let power = 0n; power < 70n; power++) {
        for (const near of [-1n, 0n, 1n]) {
          for (const value of [base ** power + near, -(base ** power) + near]) {
            const isInt64 = BigInt.asIntN(64, value) === value;
            const isUint64 = BigInt.asUintN(64, value) === value;
            if (isInt64Text(String(value)) !== isInt64 || isUint64Text(String(value)) !== isUint64)
              wrong.push(value);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("agree with BigInt on random ones", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
        expect(isInt64Text(String(value))).toBe(BigInt.asIntN(64, value) === value);
        expect(isUint64Text(String(value))).toBe(BigInt.asUintN(64, value) === value);
      }),
    );
  });
});

describe("32-bit integers", () => {
  const numbers: { name: string; given: unknown; int32: number | undefined; uint32: number | undefined }[] = [
    { name: "zero", given: 0, int32: 0, uint32: 0 },
    { name: "minus zero", given: -0, int32: 0, uint32: 0 },
    { name: "the largest int32", given: 2_147_483_647, int32: 2_147_483_647, uint32: 2_147_483_647 },
    { name: "one more than that", given: 2_147_483_648, int32: undefined, uint32: 2_147_483_648 },
    { name: "the smallest int32", given: -2_147_483_648, int32: -2_147_483_648, uint32: undefined },
    { name: "one less than that", given: -2_147_483_649, int32: undefined, uint32: undefined },
    { name: "the largest uint32", given: 4_294_967_295, int32: undefined, uint32: 4_294_967_295 },
    { name: "one more than the largest uint32", given: 4_294_967_296, int32: undefined, uint32: undefined },
    { name: "a fraction", given: 0.5, int32: undefined, uint32: undefined },
    { name: "NaN", given: Number.NaN, int32: undefined, uint32: undefined },
    { name: "infinity", given: Number.POSITIVE_INFINITY, int32: undefined, uint32: undefined },
    { name: "digits", given: "12", int32: 12, uint32: 12 },
    { name: "minus zero in digits", given: "-0", int32: 0, uint32: 0 },
    { name: "an exponent", given: "1e3", int32: 1000, uint32: 1000 },
    { name: "a fraction of zero", given: "12.0", int32: 12, uint32: 12 },
    { name: "a fraction in digits", given: "12.5", int32: undefined, uint32: undefined },
    { name: "hexadecimal digits", given: "0x10", int32: undefined, uint32: undefined },
    { name: "a space", given: " 1", int32: undefined, uint32: undefined },
    { name: "nothing", given: "", int32: undefined, uint32: undefined },
    { name: "a boolean", given: true, int32: undefined, uint32: undefined },
  ];
  for (const { name, given, int32, uint32 } of numbers) {
    test(`normalise or reject ${name}`, () => {
      expect({ int32: normalizeInt32(given), uint32: normalizeUint32(given) }).toStrictEqual({
        int32,
        uint32,
      });
      if (typeof given !== "number") return;
      expect({ int32: isInt32(given), uint32: isUint32(given) }).toEqual({
        int32: int32 !== undefined,
        uint32: uint32 !== undefined,
      });
    });
  }
});

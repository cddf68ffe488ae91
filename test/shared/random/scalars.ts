import type { Random } from "@a2agen/runtime/fakes";
import { ScalarType } from "@bufbuild/protobuf";
import { randomString } from "./strings.ts";

/** A scalar in the form that protobuf-es holds: 64-bit integers as bigint. */
export type ScalarValue = number | bigint | boolean | string | Uint8Array;

const int32 = { low: -(2n ** 31n), high: 2n ** 31n - 1n };
const uint32 = { low: 0n, high: 2n ** 32n - 1n };
const int64 = { low: -(2n ** 63n), high: 2n ** 63n - 1n };
const uint64 = { low: 0n, high: 2n ** 64n - 1n };

/** Where encodings change: signs, varint widths, and the integers that a double can hold. */
const landmarks: readonly bigint[] = [
  0n,
  1n,
  127n,
  128n,
  16383n,
  16384n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n - 1n,
].flatMap((landmark) => [landmark, -landmark]);

const doubles: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1 / 3,
  -2.5,
  1e21,
  1e-7,
  123456789.125,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** -1022,
  2 ** 63,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

const floats: readonly number[] = [
  0,
  -0,
  1,
  -1,
  Math.fround(0.1),
  Math.fround(1 / 3),
  16777216,
  16777217 - 1,
  (2 - 2 ** -23) * 2 ** 127,
  -(2 - 2 ** -23) * 2 ** 127,
  2 ** -126,
  2 ** -149,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/** Any value of the scalar, borders and specials more often than others. */
export function randomScalar(scalar: ScalarType, random: Random): ScalarValue {
  switch (scalar) {
    case ScalarType.DOUBLE:
      return randomDouble(random);
    case ScalarType.FLOAT:
      return random.chance(0.5)
        ? random.pick(floats)
        : Math.fround(random.integer(-(2 ** 24), 2 ** 24) * 2 ** random.integer(-60, 60));
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return Number(randomInteger(int32, random));
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return Number(randomInteger(uint32, random));
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return randomInteger(int64, random);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return randomInteger(uint64, random);
    case ScalarType.BOOL:
      return random.chance(0.5);
    case ScalarType.STRING:
      return randomString(random);
    case ScalarType.BYTES:
      return Uint8Array.from(random.list(0, 40, () => random.integer(0, 255)));
  }
}

/** True for the value that an unset field of the scalar stands for; -0 is not zero. */
export function isZero(value: ScalarValue): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  return value === "" || value === false || value === 0n || Object.is(value, 0);
}

/** A value of the scalar that an unset field does not stand for. */
export function randomNonZeroScalar(scalar: ScalarType, random: Random): ScalarValue {
  for (;;) {
    const value = randomScalar(scalar, random);
    // -0 is left out as well: its JSON text is that of 0.
    if (!isZero(value) && !Object.is(value, -0)) return value;
  }
}

/** A number that JSON can hold. */
export function randomFiniteDouble(random: Random): number {
  for (;;) {
    const value = randomDouble(random);
    if (Number.isFinite(value)) return value;
  }
}

function randomDouble(random: Random): number {
  if (random.chance(0.5)) return random.pick(doubles);
  return random.integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) * 2 ** random.integer(-900, 900);
}

function randomInteger(range: { readonly low: bigint; readonly high: bigint }, random: Random): bigint {
  if (random.chance(0.6)) {
    return random.pick([
      ...landmarks.filter((mark) => mark >= range.low && mark <= range.high),
      range.low,
      range.high,
    ]);
  }
  // A width first, so that small numbers are as likely as large ones.
  const width = BigInt(random.integer(0, 64));
  const low = -(2n ** width) > range.low ? -(2n ** width) : range.low;
  const high = 2n ** width < range.high ? 2n ** width : range.high;
  return random.bigint(low, high);
}

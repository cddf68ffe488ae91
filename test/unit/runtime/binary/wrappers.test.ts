import * as binary from "@a2agen/runtime/codegen/binary";
import { type BinaryReader, BinaryWriter, readEmpty, writeEmpty } from "@a2agen/runtime/codegen/binary";
import { type DescMessage, fromBinary, fromJson, type JsonValue, toBinary, toJson } from "@bufbuild/protobuf";
import * as wkt from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../shared/runs.ts";
import { binaryError, errorOf, fromBytes, fromHex, toHex } from "./wire.ts";

interface Wrapper {
  readonly name: string;
  readonly schema: DescMessage;
  readonly write: (value: never, writer: BinaryWriter) => void;
  readonly read: (reader: BinaryReader, length: number) => JsonValue;
  readonly values: readonly JsonValue[];
  readonly random: fc.Arbitrary<JsonValue>;
  readonly wrong: readonly { readonly given: unknown; readonly want: string }[];
}

const doubles = fc.double().map(binary.toJsonDouble);

const wrappers: Wrapper[] = [
  {
    name: "DoubleValue",
    schema: wkt.DoubleValueSchema,
    write: binary.writeDoubleValue,
    read: binary.readDoubleValue,
    values: [0, -0, 1.5, -1e300, 5e-324, "NaN", "Infinity", "-Infinity"],
    random: doubles,
    wrong: [
      { given: "nan", want: 'expected a number, "NaN", "Infinity" or "-Infinity", got "nan"' },
      { given: null, want: 'expected a number, "NaN", "Infinity" or "-Infinity", got null' },
    ],
  },
  {
    name: "FloatValue",
    schema: wkt.FloatValueSchema,
    write: binary.writeFloatValue,
    read: binary.readFloatValue,
    values: [0, -0, 1.5, 3.4028234663852886e38, -3.4028234663852886e38, "NaN", "Infinity", "-Infinity"],
    random: fc.float().map(binary.toJsonDouble),
    wrong: [
      { given: 1e39, want: "expected a number that fits a float, got 1e+39" },
      { given: true, want: 'expected a number, "NaN", "Infinity" or "-Infinity", got boolean' },
    ],
  },
  {
    name: "Int64Value",
    schema: wkt.Int64ValueSchema,
    write: binary.writeInt64Value,
    read: binary.readInt64Value,
    values: ["0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9007199254740993"],
    random: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    wrong: [
      {
        given: "9223372036854775808",
        want: 'expected the text of a 64-bit integer, got "9223372036854775808"',
      },
      { given: "1e3", want: 'expected the text of a 64-bit integer, got "1e3"' },
      { given: "", want: 'expected the text of a 64-bit integer, got ""' },
    ],
  },
  {
    name: "UInt64Value",
    schema: wkt.UInt64ValueSchema,
    write: binary.writeUInt64Value,
    read: binary.readUInt64Value,
    values: ["0", "1", "18446744073709551615"],
    random: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
    wrong: [{ given: "-1", want: 'expected the text of an unsigned 64-bit integer, got "-1"' }],
  },
  {
    name: "Int32Value",
    schema: wkt.Int32ValueSchema,
    write: binary.writeInt32Value,
    read: binary.readInt32Value,
    values: [0, 1, -1, 2_147_483_647, -2_147_483_648],
    random: fc.integer(),
    wrong: [
      { given: 2_147_483_648, want: "expected a 32-bit integer, got 2147483648" },
      { given: 0.5, want: "expected a 32-bit integer, got 0.5" },
      { given: "1", want: 'expected a 32-bit integer, got "1"' },
    ],
  },
  {
    name: "UInt32Value",
    schema: wkt.UInt32ValueSchema,
    write: binary.writeUInt32Value,
    read: binary.readUInt32Value,
    values: [0, 1, 4_294_967_295],
    random: fc.nat(4_294_967_295),
    wrong: [{ given: -1, want: "expected an unsigned 32-bit integer, got -1" }],
  },
  {
    name: "BoolValue",
    schema: wkt.BoolValueSchema,
    write: binary.writeBoolValue,
    read: binary.readBoolValue,
    values: [true, false],
    random: fc.boolean(),
    wrong: [{ given: "true", want: 'expected a boolean, got "true"' }],
  },
  {
    name: "StringValue",
    schema: wkt.StringValueSchema,
    write: binary.writeStringValue,
    read: binary.readStringValue,
    values: ["", "text", "\ufeffafter a byte-order mark", "\u00e9\u4e2d\ud83d\ude00", "x".repeat(1000)],
    random: fc.string({ unit: "binary" }),
    wrong: [
      { given: "a\ud800", want: "expected text that UTF-8 can carry, got a lone surrogate at index 1" },
      { given: 1, want: "expected a string, got number" },
    ],
  },
  {
    name: "BytesValue",
    schema: wkt.BytesValueSchema,
    write: binary.writeBytesValue,
    read: binary.readBytesValue,
    values: ["", "AA==", "+/+/", "A".repeat(1000)],
    random: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")),
    wrong: [
      { given: "A", want: 'expected base64, got "A"' },
      { given: [1], want: "expected base64, got array" },
    ],
  },
];

for (const { name, schema, write, read, values, random, wrong } of wrappers) {
  describe(`google.protobuf.${name}`, () => {
    for (const json of values) {
      const shown = Object.is(json, -0) ? "-0" : JSON.stringify(json).slice(0, 40);
      test(`is written and read as protobuf-es does: ${shown}`, () => {
        const bytes = toBinary(schema, fromJson(schema, json));
        expect(toHex((writer) => write(json as never, writer))).toBe(Buffer.from(bytes).toString("hex"));
        expect(fromBytes<JsonValue>(bytes, read)).toStrictEqual(json);
      });
    }

    test("agrees with protobuf-es both ways on random values", () => {
      fc.assert(
        fc.property(random, (json) => {
          const writer = new BinaryWriter();
          write(json as never, writer);
          const bytes = writer.finish();
          expect(toJson(schema, fromBinary(schema, bytes))).toStrictEqual(json);
          expect(fromBytes<JsonValue>(bytes, read)).toStrictEqual(json);
        }),
      );
    });

    for (const { given, want } of wrong) {
      test(`is not written of ${JSON.stringify(given)}`, () => {
        expect(errorOf(() => write(given as never, new BinaryWriter()))).toEqual(
          binaryError(`google.protobuf.${name}: ${want}`),
        );
      });
    }

    test("survives any bytes: a value comes back, or one kind of error", { tags: "thorough" }, () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
          const error = errorOf(() => fromBytes(bytes, read));
          expect(error === undefined || error.code === "ERR_A2AGEN_BINARY").toBe(true);
        }),
        { numRuns: runs(100) },
      );
    });
  });
}

describe("wrappers", () => {
  test("take the last of repeated values and skip unknown fields", () => {
    expect(fromHex("08011203616263080f", binary.readInt32Value)).toBe(15);
  });

  test("write other spellings of the same value", () => {
    expect(toHex((writer) => binary.writeInt64Value("007", writer))).toBe("0807");
    expect(toHex((writer) => binary.writeBytesValue("-_8", writer))).toBe("0a02fbff");
  });

  test("have an error for text that is not UTF-8", () => {
    expect(errorOf(() => fromHex("0a02c328", binary.readStringValue))).toMatchObject({
      code: "ERR_A2AGEN_BINARY",
      message: expect.stringMatching(/^google\.protobuf\.StringValue: /) as string,
    });
  });
});

describe("google.protobuf.Empty", () => {
  test("has no bytes, and reads any fields as none", () => {
    expect(toHex((writer) => writeEmpty({}, writer))).toBe("");
    expect([fromHex("", readEmpty), fromHex("0801120161", readEmpty)]).toEqual([{}, {}]);
  });

  test("has an error for bytes that are no fields", () => {
    expect(errorOf(() => fromHex("0a05", readEmpty))).toEqual(
      binaryError("google.protobuf.Empty: premature EOF"),
    );
  });
});

import { DecodeError } from "@a2agen/runtime";
import { BinaryError, createTypeRegistry } from "@a2agen/runtime/binary";
import { createRandom, type Random } from "@a2agen/runtime/fakes";
import { describe, expect, test } from "vitest";
import * as a2a from "../../../../generated/a2a-1.0/src/lf/a2a/v1/a2a_binary.ts";
import { decodeTaskBinary } from "../../../../generated/a2a-1.0/src/lf/a2a/v1/a2a_binary.ts";
import * as any from "../../../generated/proto/features/any_binary.ts";
import * as editions from "../../../generated/proto/features/editions2023_binary.ts";
import * as enums from "../../../generated/proto/features/enums_binary.ts";
import * as legacy from "../../../generated/proto/features/legacy2_binary.ts";
import * as maps from "../../../generated/proto/features/maps_binary.ts";
import * as nested from "../../../generated/proto/features/nested_binary.ts";
import * as oneofs from "../../../generated/proto/features/oneofs_binary.ts";
import * as scalars from "../../../generated/proto/features/scalars_binary.ts";
import * as wellKnown from "../../../generated/proto/features/wellknown_binary.ts";
import { chooseSeed } from "../../../shared/random/seed.ts";
import { runs } from "../../../shared/runs.ts";
import { listBinaryTypes } from "./binary-types.ts";
import { binaryError, bytesOf, decodeError, errorOf, fromHex, toHex } from "./wire.ts";

const types = [any, editions, enums, legacy, maps, nested, oneofs, scalars, wellKnown, a2a].flatMap(
  listBinaryTypes,
);
const registry = createTypeRegistry(types);

describe("bytes that are no message are a BinaryError with the place", () => {
  const table = [
    { name: "a tag that ends too early", given: "80", want: "premature EOF at byte 1 of 1" },
    { name: "no value after the tag", given: "18", want: "premature EOF at byte 1 of 1" },
    {
      name: "a varint that does not end",
      given: "18 ffffffffffffffffffffff",
      want: "invalid varint at byte 11 of 12",
    },
    { name: "a string that is too short", given: "72 05 61", want: "premature EOF at byte 3 of 3" },
    { name: "a string of four gigabytes", given: "72 ffffffff0f 61", want: "premature EOF at byte 7 of 7" },
    {
      name: "a string that is no UTF-8",
      given: "72 02 c328",
      want: "The encoded data was not valid for encoding utf-8 at byte 4 of 4",
    },
    {
      name: "a string with half of a surrogate pair",
      given: "72 03 eda080",
      want: "The encoded data was not valid for encoding utf-8 at byte 5 of 5",
    },
    {
      name: "a number of 8 bytes that has 4",
      given: "09 00000000",
      want: "Offset is outside the bounds of the DataView at byte 5 of 5",
    },
    { name: "field number 0", given: "00 00", want: "illegal tag: field no 0 wire type 0 at byte 1 of 2" },
    {
      name: "a wire type that is none",
      given: "7f 00",
      want: "illegal tag: field no 15 wire type 7 at byte 1 of 2",
    },
    {
      name: "the end of a group that has not begun",
      given: "74",
      want: "cant skip wire type 4 at byte 1 of 1",
    },
    { name: "a group that does not end", given: "73 08 01", want: "premature EOF at byte 3 of 3" },
    {
      name: "a group that ends with another number",
      given: "73 7c",
      want: "invalid end group tag at byte 2 of 2",
    },
    { name: "an unknown field that is too short", given: "fa7f 05 61", want: "premature EOF at byte 4 of 4" },
  ];
  test.each(table)("$name", ({ given, want }) => {
    expect(errorOf(() => scalars.decodeSingularBinary(fromHex(given)))).toEqual(
      binaryError(`features.scalars.Singular: ${want}`),
    );
  });

  test("a message that is longer than what holds it", () => {
    expect(errorOf(() => nested.decodeOuterBinary(fromHex("0a02 0a05 12 03 01 01 01")))).toEqual(
      binaryError("features.nested.Outer: a field goes on after the end of its message at byte 9 of 9"),
    );
  });

  test("a packed list that is longer than its elements", () => {
    expect(errorOf(() => scalars.decodePackedBinary(fromHex("1a 01 80 01")))).toEqual(
      binaryError("features.scalars.Packed: a field goes on after the end of its message at byte 4 of 4"),
    );
  });

  test("a group that ends with the number of another", () => {
    expect(errorOf(() => editions.decodeDelimitedBinary(fromHex("0b 14")))).toEqual(
      binaryError(
        "features.editions2023.Delimited: expected the end of group 1, got that of group 2 at byte 2 of 2",
      ),
    );
  });

  test("a time that is out of range", () => {
    expect(errorOf(() => wellKnown.decodeSingularBinary(fromHex("0a 0b 10 ffffffffffffffffff01")))).toEqual(
      binaryError(
        "features.wellknown.Singular: google.protobuf.Timestamp: expected nanos from 0 to 999999999, got -1 at byte 13 of 13",
      ),
    );
  });

  test("what is no Uint8Array", () => {
    const error = errorOf(() => scalars.decodeNothingBinary("text" as unknown as Uint8Array));
    expect(error).toMatchObject({ name: "BinaryError", hasCause: true });
  });
});

test("a message that its type refuses is a DecodeError with every problem, as in JSON", () => {
  expect(errorOf(() => decodeTaskBinary(fromHex("1a 02 08 00 22 00 2a 02 2a 00")))).toEqual(
    decodeError(
      [
        "invalid lf.a2a.v1.Task:",
        "  status.state: required [required]",
        "  artifacts[0].parts: expected at least one element [empty]",
        "  history[0].parts[0]: set exactly one of text, raw, url, data; found none [oneof-none]",
        "  history[0].role: required [required]",
      ].join("\n"),
    ),
  );
});

describe("nothing but a BinaryError or a DecodeError is thrown", () => {
  const seed = chooseSeed();
  console.info(`malformed binary: repeat with A2AGEN_SEED=${seed}`);

  /** What else is thrown for the bytes, with what is needed to repeat it. */
  function findCrash(type: (typeof types)[number], bytes: Uint8Array): string[] {
    try {
      type.decode(bytes, registry);
    } catch (error) {
      if (error instanceof BinaryError || error instanceof DecodeError) return [];
      return [`${type.typeName} ${toHex(bytes)}: ${String(error)}`];
    }
    return [];
  }

  test(`for ${runs(2000)} sequences of random bytes`, { tags: "thorough" }, () => {
    const random = createRandom(`${seed}/bytes`);
    const crashes = Array.from({ length: runs(2000) }, () =>
      findCrash(random.pick(types), Uint8Array.from(random.list(0, 60, () => random.integer(0, 255)))),
    );
    expect(crashes.flat()).toEqual([]);
  });

  test(`for ${runs(2000)} sequences of random fields, whole or cut off`, { tags: "thorough" }, () => {
    const random = createRandom(`${seed}/fields`);
    const crashes = Array.from({ length: runs(2000) }, () => {
      const bytes = randomFields(random, 4);
      return findCrash(
        random.pick(types),
        random.chance(0.3) ? bytes.subarray(0, random.integer(0, bytes.length)) : bytes,
      );
    });
    expect(crashes.flat()).toEqual([]);
  });
});

/** Fields with low numbers, so that some of them are those of the message, and fields inside them. */
function randomFields(random: Random, depth: number): Uint8Array {
  return bytesOf((writer) => {
    for (let count = random.integer(0, 6); count > 0; count--) {
      const number = random.integer(1, random.pick([2, 8, 24]));
      const wireType = random.pick([0, 0, 1, 2, 2, 2, 2, 3, 5]);
      writer.uint32(number * 8 + wireType);
      switch (wireType) {
        case 0:
          writer.uint64(random.bigint(0n, random.pick([3n, 2n ** 33n, 2n ** 64n - 1n])));
          break;
        case 1:
          writer.fixed64(random.bigint(0n, 2n ** 64n - 1n));
          break;
        case 2:
          if (depth > 0 && random.chance(0.7)) writer.bytes(randomFields(random, depth - 1));
          else writer.string(random.pick(["", "a", "é", "2026-01-01", "\u{1F600}"]));
          break;
        case 3:
          if (depth > 0) writer.raw(randomFields(random, depth - 1));
          writer.uint32(number * 8 + 4);
          break;
        case 5:
          writer.fixed32(random.integer(0, 2 ** 32 - 1));
          break;
      }
    }
  });
}

describe("a field that occurs very often costs no more than its length", () => {
  const count = 60_000;
  const paths = Array.from({ length: count }, () => "a").join(",");
  const table = [
    { name: "Struct", value: { struct: { k: "v" } }, want: { struct: { k: "v" } } },
    { name: "Value", value: { value: { k: "v" } }, want: { value: { k: "v" } } },
    {
      name: "ListValue",
      value: { listValue: ["v"] },
      want: { listValue: Array.from({ length: count }, () => "v") },
    },
    { name: "FieldMask", value: { fieldMask: "a" }, want: { fieldMask: paths } },
    {
      name: "Timestamp",
      value: { timestamp: "2026-01-01T00:00:00Z" },
      want: { timestamp: "2026-01-01T00:00:00Z" },
    },
  ];
  test.each(table)(
    "$name",
    ({ value, want }) => {
      const one = Buffer.from(wellKnown.encodeSingularBinary(value));
      const bytes = new Uint8Array(Buffer.concat(Array.from({ length: count }, () => one)));
      expect(wellKnown.decodeSingularBinary(bytes)).toEqual(want);
    },
    20_000,
  );

  test("a long text that empty wrappers follow", () => {
    const first = wellKnown.encodeWrappersBinary({ stringValue: "x".repeat(1_000_000), bytesValue: "" });
    const bytes = new Uint8Array(Buffer.concat([first, Buffer.from("3a00".repeat(500_000), "hex")]));
    expect(wellKnown.decodeWrappersBinary(bytes).stringValue).toHaveLength(1_000_000);
  }, 20_000);
});

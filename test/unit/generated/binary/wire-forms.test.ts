import { describe, expect, test } from "vitest";
import {
  decodeDelimitedBinary,
  decodeEncodingBinary,
  encodeDelimitedBinary,
  encodeEncodingBinary,
} from "../../../generated/proto/features/editions2023_binary.ts";
import { decodeLegacyBinary, encodeLegacyBinary } from "../../../generated/proto/features/legacy2_binary.ts";
import {
  decodeNothingBinary,
  decodeNumbersBinary,
  decodeOptionalBinary,
  decodePackedBinary,
  decodeSingularBinary,
  decodeUnpackedBinary,
  encodeNothingBinary,
  encodeNumbersBinary,
  encodeOptionalBinary,
  encodePackedBinary,
  encodeSingularBinary,
  encodeUnpackedBinary,
} from "../../../generated/proto/features/scalars_binary.ts";
import { bytesOf, fromHex, toHex } from "./wire.ts";

describe("lists", () => {
  const elements = "1804 18 ffffffffffffffffff01";
  const packed = "1a0b 04 ffffffffffffffffff01";

  test("are read packed or not, whichever they are declared", () => {
    const want = { int32List: [4, -1] };
    const read = [decodePackedBinary, decodeUnpackedBinary].flatMap((decode) =>
      [elements, packed].map((hex) => decode(fromHex(hex))),
    );
    expect(read).toEqual([want, want, want, want]);
  });

  test("are written as they are declared", () => {
    const value = { int32List: [4, -1] };
    expect([toHex(encodePackedBinary(value)), toHex(encodeUnpackedBinary(value))]).toEqual(
      [packed, elements].map((hex) => hex.replaceAll(" ", "")),
    );
  });

  test("of every type of fixed width are read packed or not", () => {
    const value = {
      doubleList: [0.5, -0],
      floatList: [0.5],
      fixed32List: [1, 4294967295],
      fixed64List: ["18446744073709551615"],
      sfixed32List: [-1],
      sfixed64List: ["-1"],
      boolList: [true, false],
    };
    expect(decodePackedBinary(encodeUnpackedBinary(value))).toEqual(value);
    expect(decodeUnpackedBinary(encodePackedBinary(value))).toEqual(value);
  });

  test("take what edition 2023 says of each", () => {
    const value = { packed: [1], expanded: [1], expandedDouble: [2], expandedEnum: ["OPEN_FIRST" as const] };
    const hex = "0a0101 1001 19 0000000000000040 2001".replaceAll(" ", "");
    expect(toHex(encodeEncodingBinary(value))).toBe(hex);
    expect(decodeEncodingBinary(fromHex(hex))).toEqual(value);
  });

  test("that are empty are not written, and an empty packed one is a list", () => {
    expect(encodePackedBinary({ int32List: [], stringList: [] })).toEqual(new Uint8Array(0));
    expect(decodePackedBinary(fromHex("1a00"))).toEqual({ int32List: [] });
  });
});

describe("unknown fields are skipped", () => {
  const table = [
    { name: "a varint", given: "f8 7f ff ff ff ff ff ff ff ff ff 01" },
    { name: "8 bytes", given: "f9 7f 01 02 03 04 05 06 07 08" },
    { name: "4 bytes", given: "fd 7f 01 02 03 04" },
    { name: "bytes with a length", given: "fa 7f 03 01 02 03" },
    { name: "a group", given: "fb 7f 08 01 13 0a 01 61 14 fc 7f" },
    { name: "the number of a field with another wire type", given: "70 05 1d 01 02 03 04" },
  ];
  test.each(table)("$name", ({ given }) => {
    const known = "72 01 61";
    expect(decodeSingularBinary(fromHex(`${given} ${known} ${given}`))).toEqual({ stringField: "a" });
  });
});

describe("groups", () => {
  test("are written between their tags, one inside another", () => {
    const value = {
      group: { text: "a", inner: { text: "b" }, prefixed: { text: "c" }, children: [{ text: "d" }, {}] },
      far: { text: "e" },
      required: {},
    };
    const inner = "13 0a0162 14 1a03 0a0163 23 0a0164 24 23 24";
    const hex = `0b 0a0161 ${inner} 0c 3b3c c33e 0a0165 c43e`.replaceAll(" ", "");
    expect(toHex(encodeDelimitedBinary(value))).toBe(hex);
    expect(decodeDelimitedBinary(fromHex(hex))).toEqual(value);
  });

  test("that occur twice are merged, and unknown groups inside them are skipped", () => {
    const hex = "0b 0a0161 53 0b 0c 54 0c 0b 13 0a0162 14 0c 3b3c";
    expect(decodeDelimitedBinary(fromHex(hex))).toEqual({
      group: { text: "a", inner: { text: "b" } },
      required: {},
    });
  });

  test("of proto2 with their lists and oneofs", () => {
    const value = {
      id: "i",
      count: 0,
      speed: "SPEED_REVERSE" as const,
      part: {},
      details: { text: "t", line: [{ content: "" }, { content: "c" }] },
      row: [{ column: 1 }, {}],
      bundle: { content: "b" },
    };
    const bytes = encodeLegacyBinary(value);
    expect(toHex(bytes)).toBe(
      [
        "0a0169 1000 18ffffffffffffffffff01 2200",
        "9301 0a0174 13 0a00 14 13 0a0163 14 9401",
        "9b01 0801 9c01 9b01 9c01 b301 0a0162 b401",
      ]
        .join("")
        .replaceAll(" ", ""),
    );
    expect(decodeLegacyBinary(bytes)).toEqual(value);
  });
});

describe("presence", () => {
  test("a default is written where absence means something else, and nowhere else", () => {
    const defaults = {
      doubleField: 0,
      int32Field: 0,
      int64Field: "0",
      boolField: false,
      stringField: "",
      bytesField: "",
    };
    expect(toHex(encodeSingularBinary(defaults))).toBe("");
    expect(toHex(encodeOptionalBinary(defaults))).toBe("09000000000000000018002000680072007a00");
    expect(decodeSingularBinary(encodeOptionalBinary(defaults))).toEqual({});
    expect(decodeOptionalBinary(encodeOptionalBinary(defaults))).toEqual(defaults);
  });

  test("minus zero is not the default", () => {
    const value = { doubleField: -0, floatField: -0 };
    const bytes = encodeSingularBinary(value);
    expect(toHex(bytes)).toBe("09 0000000000000080 15 00000080".replaceAll(" ", ""));
    expect(decodeSingularBinary(bytes)).toEqual(value);
  });

  test("numbers that JSON has not are texts", () => {
    const value = { doubleList: ["NaN" as const, "Infinity" as const], floatList: ["-Infinity" as const] };
    expect(decodePackedBinary(encodePackedBinary(value))).toEqual(value);
  });

  test("a message without fields is no bytes, whatever it holds", () => {
    expect(encodeNothingBinary({})).toEqual(new Uint8Array(0));
    expect(decodeNothingBinary(fromHex("08 01"))).toEqual({});
  });
});

test("tags up to the largest are read and written, in the order of their numbers", () => {
  const value = {
    largest: "l",
    oneByte: "o",
    twoBytes: "t",
    first: "f",
    twoBytesLast: 1,
    threeBytes: [2],
  };
  const hex = "0a0166 7a016f 82010174 f87f01 8280010102 faffffff0f016c".replaceAll(" ", "");
  expect(toHex(encodeNumbersBinary(value))).toBe(hex);
  expect(decodeNumbersBinary(fromHex(hex))).toEqual(value);
});

test("fields are written as they are read, with 64-bit integers as text and bytes as base64", () => {
  const value = {
    doubleField: 1.5,
    floatField: 0.5,
    int32Field: -1,
    int64Field: "-9223372036854775808",
    uint32Field: 4294967295,
    uint64Field: "18446744073709551615",
    sint32Field: -2147483648,
    sint64Field: "-9223372036854775808",
    fixed32Field: 4294967295,
    fixed64Field: "18446744073709551615",
    sfixed32Field: -2147483648,
    sfixed64Field: "-9223372036854775808",
    boolField: true,
    stringField: "é😀",
    bytesField: "AP8=",
  };
  expect(decodeSingularBinary(encodeSingularBinary(value))).toEqual(value);
});

test("base64 in another spelling and integers as numbers are written all the same", () => {
  const loose = { bytesField: "_-8", int64Field: 5 } as unknown as { bytesField: string };
  expect(toHex(encodeSingularBinary(loose))).toBe(
    toHex(bytesOf((writer) => writer.uint32(32).int64(5).uint32(122).bytes(Uint8Array.of(255, 239)))),
  );
});

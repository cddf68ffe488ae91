import type { BinaryWriter } from "@a2agen/runtime/codegen/binary";
import { describe, expect, test } from "vitest";
import {
  decodeDelimited_GroupBinary,
  decodeDelimitedBinary,
  decodeInnerBinary,
  encodeDelimited_GroupBinary,
} from "../../../generated/proto/features/editions2023_binary.ts";
import {
  decodeChainBinary,
  decodeDirectoryBinary,
  decodePingBinary,
  decodeTreeBinary,
  encodeChainBinary,
  encodeDirectoryBinary,
  encodePingBinary,
  encodeTreeBinary,
} from "../../../generated/proto/features/nested_binary.ts";
import { decodeSingularBinary } from "../../../generated/proto/features/wellknown_binary.ts";
import { binaryError, bytesOf, errorOf } from "./wire.ts";

/** Puts a value into itself, `levels` times. */
function nest<T>(levels: number, wrap: (inner: T) => T, innermost: T): T {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

interface Recursion {
  readonly name: string;
  readonly typeName: string;
  readonly encode: (value: object) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => unknown;
  readonly wrap: (inner: object) => object;
  readonly field: string;
}

const recursions: readonly Recursion[] = [
  {
    name: "in a field",
    typeName: "features.nested.Chain",
    encode: encodeChainBinary,
    decode: decodeChainBinary,
    wrap: (next) => ({ next }),
    field: "next",
  },
  {
    name: "in a list",
    typeName: "features.nested.Tree",
    encode: encodeTreeBinary,
    decode: decodeTreeBinary,
    wrap: (child) => ({ children: [child] }),
    field: "children[0]",
  },
  {
    name: "in a map",
    typeName: "features.nested.Directory",
    encode: encodeDirectoryBinary,
    decode: decodeDirectoryBinary,
    wrap: (entry) => ({ entries: { k: entry } }),
    field: 'entries["k"]',
  },
  {
    name: "in a group",
    typeName: "features.editions2023.Delimited.Group",
    encode: encodeDelimited_GroupBinary,
    decode: decodeDelimited_GroupBinary,
    wrap: (inner) => ({ inner }),
    field: "inner",
  },
];

describe.each(recursions)("a message inside itself, $name", ({ typeName, encode, decode, wrap, field }) => {
  test("is written and read to a depth of 100", () => {
    const value = nest(100, wrap, {});
    expect(decode(encode(value))).toEqual(value);
  });

  test("is not written any deeper", () => {
    const path = Array.from({ length: 101 }, () => field).join(".");
    expect(errorOf(() => encode(nest(101, wrap, {})))).toEqual(
      binaryError(`${typeName}: ${path}: expected at most 100 messages inside one another [depth]`),
    );
  });

  test("that holds itself is not written", () => {
    const cycle: Record<string, unknown> = {};
    Object.assign(cycle, wrap(cycle));
    expect(errorOf(() => encode(cycle))?.name).toBe("BinaryError");
  });
});

describe("bytes that nest deeper are refused, however deep", () => {
  /** A message in field `number` of itself, as deep as the lengths allow to be written here. */
  function bomb(levels: number, number: number): Uint8Array {
    const fork = (writer: BinaryWriter): BinaryWriter => writer.uint32(number * 8 + 2).fork();
    return bytesOf((writer) => {
      for (let level = 0; level < levels; level++) fork(writer);
      for (let level = 0; level < levels; level++) writer.join();
    });
  }

  const tooDeep = "expected at most 100 messages inside one another, got more";

  test.each([101, 1000, 20_000])("%i messages", (levels) => {
    const bytes = bomb(levels, 2);
    expect(errorOf(() => decodeChainBinary(bytes))?.message).toMatch(
      new RegExp(`^features\\.nested\\.Chain: ${tooDeep} at byte \\d+ of ${bytes.length}$`),
    );
    expect(errorOf(() => decodeInnerBinary(bytes))?.name).toBe("BinaryError");
  });

  test("two messages in turn", () => {
    const levels = 60;
    const value = nest<object>(levels, (inner) => ({ pong: { ping: inner } }), {});
    expect(errorOf(() => encodePingBinary(value))?.name).toBe("BinaryError");
    expect(errorOf(() => decodePingBinary(bomb(101, 1)))?.message).toMatch(new RegExp(tooDeep));
  });

  test.each([102, 100_000])("%i groups, known or not", (levels) => {
    const known = Uint8Array.from({ length: levels * 2 }, (_, i) => (i < levels ? 19 : 20));
    const unknown = Uint8Array.from({ length: levels * 2 }, (_, i) => (i < levels ? 123 : 124));
    for (const bytes of [known, unknown]) {
      expect(errorOf(() => decodeDelimited_GroupBinary(bytes))?.name).toBe("BinaryError");
      expect(errorOf(() => decodeDelimitedBinary(bytes))?.name).toBe("BinaryError");
    }
  });

  test("JSON values", () => {
    const bytes = bytesOf((writer) => {
      writer.uint32(50).fork();
      for (let level = 0; level < 5000; level++) writer.uint32(50).fork().uint32(10).fork();
      for (let level = 0; level < 5000; level++) writer.join().join();
      writer.join();
    });
    expect(errorOf(() => decodeSingularBinary(bytes))?.name).toBe("BinaryError");
  });
});

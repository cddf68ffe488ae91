import type { JsonObject, JsonValue } from "@a2agen/runtime";
import {
  BinaryReader,
  BinaryWriter,
  readListValue,
  readStruct,
  readValue,
  StructBinary,
  writeListValue,
  writeStruct,
  writeValue,
} from "@a2agen/runtime/codegen/binary";
import { fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { ListValueSchema, StructSchema, ValueSchema } from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../shared/runs.ts";
import { binaryError, errorOf, fromBytes, fromHex, toHex } from "./wire.ts";

const values: { name: string; json: JsonValue; hex: string }[] = [
  { name: "null", json: null, hex: "0800" },
  { name: "zero", json: 0, hex: "110000000000000000" },
  { name: "a fraction", json: 1.5, hex: "11000000000000f83f" },
  { name: "an empty string", json: "", hex: "1a00" },
  { name: "text beyond ASCII", json: "\u00e9\ud83d\ude00", hex: "1a06c3a9f09f9880" },
  { name: "true", json: true, hex: "2001" },
  { name: "false", json: false, hex: "2000" },
  { name: "an empty object", json: {}, hex: "2a00" },
  { name: "an empty array", json: [], hex: "3200" },
  { name: "an object", json: { a: null }, hex: "2a090a070a016112020800" },
  { name: "an array", json: [true, []], hex: "32080a0220010a023200" },
  { name: "an empty key", json: { "": false }, hex: "2a080a060a0012022000" },
];

function nest(depth: number): JsonValue {
  let value: JsonValue = [];
  for (let level = 1; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A ListValue that holds a ListValue, `depth` of them. */
function nestLists(depth: number): Uint8Array {
  const parts: number[][] = [];
  let size = 0;
  for (let level = 1; level < depth; level++) {
    const list = [0x32, ...varint(size)];
    const item = [0x0a, ...varint(size + list.length)];
    parts.push([...item, ...list]);
    size += item.length + list.length;
  }
  return Uint8Array.from(parts.toReversed().flat());
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const jsonObject = fc
  .dictionary(
    fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "10")),
    fc.jsonValue({ maxDepth: 4 }),
  )
  // JSON has no -0, and protobuf-es has an own one in its values.
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

describe("google.protobuf.Value", () => {
  for (const { name, json, hex } of values) {
    test(`is written and read: ${name}`, () => {
      expect(toHex((writer) => writeValue(json, writer))).toBe(hex);
      expect(fromHex(hex, readValue)).toStrictEqual(json);
      expect(Buffer.from(toBinary(ValueSchema, fromJson(ValueSchema, json))).toString("hex")).toBe(hex);
    });
  }

  const others: { name: string; hex: string; want: JsonValue }[] = [
    { name: "the last of several kinds", hex: "200108001a0161", want: "a" },
    {
      name: "two objects, merged",
      hex: "2a090a070a016112020800 2a090a070a016212020800",
      want: { a: null, b: null },
    },
    { name: "two arrays, joined", hex: "32040a022001 32040a022000", want: [true, false] },
    { name: "an object after an array, which replaces it", hex: "32040a022001 2a00", want: {} },
    { name: "a null that is not zero", hex: "0805", want: null },
    { name: "a field of another number, skipped", hex: "3a01ff 2001", want: true },
    { name: "a field of another wire type, skipped", hex: "1801 2001", want: true },
    { name: "a group, skipped", hex: "3b0801 3c 2001", want: true },
  ];
  for (const { name, hex, want } of others) {
    test(`is read: ${name}`, () => {
      expect(fromHex(hex.replaceAll(" ", ""), readValue)).toStrictEqual(want);
    });
  }

  const wrong: { name: string; hex: string; want: string }[] = [
    { name: "no kind", hex: "", want: "expected one of its kinds to be set, got none" },
    { name: "NaN", hex: "11000000000000f87f", want: "expected a finite number, got NaN" },
    { name: "an infinity", hex: "11000000000000f0ff", want: "expected a finite number, got -Infinity" },
    { name: "an item without a kind", hex: "32020a00", want: "expected a value of item 0, got none" },
    {
      name: "an entry without a value",
      hex: "2a050a030a0161",
      want: 'expected a value of the key "a", got none',
    },
    { name: "an object that is longer than its message", hex: "2a7f", want: "expected 127 bytes, got 0" },
    {
      name: "a number that is longer than its message",
      hex: "1100000000000000",
      want: "a field goes on after the end of its message",
    },
    { name: "a tag of field 0", hex: "0001", want: "illegal tag: field no 0 wire type 0" },
    { name: "the end of a group alone", hex: "3c", want: "cant skip wire type 4" },
  ];
  for (const { name, hex, want } of wrong) {
    test(`is not read: ${name}`, () => {
      expect(errorOf(() => fromHex(hex, readValue))).toEqual(binaryError(`google.protobuf.Value: ${want}`));
    });
  }

  test("has an error with its cause for text that is not UTF-8, in strings and keys", () => {
    for (const hex of ["1a02c328", "2a090a070a01ff12020800"]) {
      let thrown: unknown;
      try {
        fromHex(hex, readValue);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({ code: "ERR_A2AGEN_BINARY", cause: { name: "TypeError" } });
      expect(String(thrown)).toMatch(/^BinaryError: google\.protobuf\.Value: .*utf-8/);
    }
  });

  test("has an error for a length beyond the input", () => {
    expect(errorOf(() => readValue(new BinaryReader(new Uint8Array(2)), 3))).toEqual(
      binaryError("google.protobuf.Value: expected 3 bytes, got 2"),
    );
  });

  test("agrees with protobuf-es both ways", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (given) => {
        const json = JSON.parse(JSON.stringify(given)) as JsonValue;
        const writer = new BinaryWriter();
        writeValue(json, writer);
        const bytes = writer.finish();
        expect(toJson(ValueSchema, fromBinary(ValueSchema, bytes))).toEqual(json);
        expect(fromBytes(toBinary(ValueSchema, fromJson(ValueSchema, json)), readValue)).toEqual(json);
      }),
    );
  });

  test("survives any bytes: a value comes back, or one kind of error", { tags: "thorough" }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const error = errorOf(() => readValue(new BinaryReader(bytes), bytes.length));
        expect(error === undefined || error.code === "ERR_A2AGEN_BINARY").toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });
});

describe("google.protobuf.Struct", () => {
  test("agrees with protobuf-es both ways, byte for byte", () => {
    fc.assert(
      fc.property(jsonObject, (json) => {
        const writer = new BinaryWriter();
        writeStruct(json, writer);
        const bytes = writer.finish();
        expect(Buffer.compare(bytes, toBinary(StructSchema, fromJson(StructSchema, json)))).toBe(0);
        expect(JSON.stringify(fromBytes(bytes, readStruct))).toBe(JSON.stringify(json));
      }),
    );
  });

  test("loses nothing of a number on the way to JSON and back but the sign of -0", {
    tags: "thorough",
  }, () => {
    const view = new DataView(new ArrayBuffer(8));
    const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((pattern) => {
      view.setBigUint64(0, pattern);
      return view.getFloat64(0);
    });
    const double = fc
      .oneof(bits, fc.constantFrom(-0, 5e-324, 2 ** 53 + 2, 1e21, 1e-7, 0.1))
      .filter(Number.isFinite);
    const write = (number: number): Uint8Array => {
      const writer = new BinaryWriter();
      writeStruct({ number }, writer);
      return writer.finish();
    };
    fc.assert(
      fc.property(double, (number) => {
        const bytes = write(number);
        const json = JSON.parse(JSON.stringify(fromBytes(bytes, readStruct))) as JsonObject;
        const back = Object.is(number, -0) ? write(0) : bytes;
        expect(Buffer.compare(write(Number(json["number"])), back)).toBe(0);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("keeps a key __proto__ a property, both ways", () => {
    const text = '{"__proto__":{"__proto__":{"x":1}},"constructor":null}';
    const writer = new BinaryWriter();
    writeStruct(JSON.parse(text) as JsonObject, writer);
    const read = fromBytes(writer.finish(), readStruct);
    expect(JSON.stringify(read)).toBe(text);
    expect({ prototype: Object.getPrototypeOf(read) === Object.prototype, x: read["x"] }).toEqual({
      prototype: true,
      x: undefined,
    });
  });

  test("does not merge into the prototype when __proto__ occurs twice", () => {
    const entry = toHex((writer) => writeStruct(JSON.parse('{"__proto__":{"x":1}}') as JsonObject, writer));
    expect(JSON.stringify(fromHex(entry + entry, readStruct))).toBe('{"__proto__":{"x":1}}');
    expect((Object.prototype as { x?: unknown }).x).toBe(undefined);
  });

  test("takes the last entry of a key", () => {
    const first = toHex((writer) => writeStruct({ a: 1, b: 2 }, writer));
    const second = toHex((writer) => writeStruct({ a: "x" }, writer));
    expect(fromHex(first + second, readStruct)).toEqual({ a: "x", b: 2 });
  });

  const wrong: { name: string; given: unknown; want: string }[] = [
    { name: "an array", given: [], want: "google.protobuf.Struct: expected an object, got array" },
    { name: "null", given: null, want: "google.protobuf.Struct: expected an object, got null" },
    {
      name: "NaN",
      given: { a: [0, Number.NaN] },
      want: 'google.protobuf.Struct: ["a"][1]: expected a finite number, got NaN',
    },
    {
      name: "a date",
      given: { "a b": { c: new Date(0) } },
      want: 'google.protobuf.Struct: ["a b"]["c"]: expected a JSON value, got a Date',
    },
    {
      name: "undefined",
      given: { a: undefined },
      want: 'google.protobuf.Struct: ["a"]: expected a JSON value, got undefined',
    },
    {
      name: "a map",
      given: new Map(),
      want: "google.protobuf.Struct: expected a JSON value, got a Map",
    },
  ];
  for (const { name, given, want } of wrong) {
    test(`is not written of ${name}`, () => {
      expect(errorOf(() => writeStruct(given as JsonObject, new BinaryWriter()))).toEqual(binaryError(want));
    });
  }

  const surrogates: { name: string; given: JsonObject; want: string }[] = [
    {
      name: "a lone surrogate",
      given: { a: "\ud800" },
      want: 'google.protobuf.Struct: ["a"]: expected a string of valid Unicode, got a lone surrogate at index 0 [text]',
    },
    {
      name: "a key with a lone surrogate",
      given: { "a\ud800": 1 },
      want: 'google.protobuf.Struct: ["a\\ud800"]: expected a key of valid Unicode, got a lone surrogate at index 1 [text]',
    },
  ];
  for (const { name, given, want } of surrogates) {
    test(`is not finished with ${name}`, () => {
      const writer = new BinaryWriter();
      writeStruct(given, writer);
      expect(errorOf(() => writer.finish())?.message).toMatch(
        /^expected text that UTF-8 can carry, got a lone surrogate at index \d$/,
      );
      expect(errorOf(() => StructBinary.encode(given))).toEqual(binaryError(want));
    });
  }
});

describe("google.protobuf.ListValue", () => {
  test("agrees with protobuf-es both ways, byte for byte", () => {
    fc.assert(
      fc.property(jsonObject, (element) => {
        const json = [element, [element], 1];
        const writer = new BinaryWriter();
        writeListValue(json, writer);
        const bytes = writer.finish();
        expect(Buffer.compare(bytes, toBinary(ListValueSchema, fromJson(ListValueSchema, json)))).toBe(0);
        expect(JSON.stringify(fromBytes(bytes, readListValue))).toBe(JSON.stringify(json));
      }),
    );
  });

  test("is not written of an object", () => {
    expect(errorOf(() => writeListValue({} as never, new BinaryWriter()))).toEqual(
      binaryError("google.protobuf.ListValue: expected an array, got object"),
    );
  });
});

describe("nesting", () => {
  const limit = "expected at most 100 levels of objects and arrays, got more";

  test("of 100 levels is written and read", () => {
    const value = nest(100);
    const writer = new BinaryWriter();
    writeValue(value, writer);
    expect(fromBytes(writer.finish(), readValue)).toEqual(value);
    expect(JSON.stringify(fromBytes(nestLists(100), readListValue))).toBe("[".repeat(100) + "]".repeat(100));
  });

  for (const depth of [101, 100_000]) {
    test(`of ${depth} levels is an error`, () => {
      expect(errorOf(() => writeValue(nest(depth), new BinaryWriter()))?.message).toMatch(
        new RegExp(`^google\\.protobuf\\.Value: .*: ${limit}$`),
      );
      expect(errorOf(() => fromBytes(nestLists(depth), readListValue))).toEqual(
        binaryError(`google.protobuf.ListValue: ${limit}`),
      );
    });
  }

  test("of 100,000 groups in an unknown field is an error", () => {
    const bytes = new Uint8Array(100_000).fill(0x3b);
    expect(errorOf(() => fromBytes(bytes, readStruct))).toEqual(
      binaryError("google.protobuf.Struct: maximum recursion depth reached"),
    );
  });
});

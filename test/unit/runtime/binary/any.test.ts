import type { JsonAny } from "@a2agen/runtime";
import { type BinaryType, createTypeRegistry, type TypeRegistry } from "@a2agen/runtime/binary";
import {
  AnyBinary,
  BinaryReader,
  BinaryWriter,
  readAny,
  readStringValue,
  writeAny,
  writeStringValue,
} from "@a2agen/runtime/codegen/binary";
import {
  createRegistry,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import * as wkt from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { binaryError, errorOf, fromBytes } from "./wire.ts";

const prefix = "type.googleapis.com/";

/** A codec with the JSON and binary forms that protobuf-es gives a message. */
function define(schema: DescMessage): BinaryType {
  return {
    typeName: schema.typeName,
    encode: (value) => toBinary(schema, fromJson(schema, value as JsonValue)),
    decode: (bytes) => toJson(schema, fromBinary(schema, bytes)),
  };
}

/** pkg.Box { string label = 1; google.protobuf.Any content = 2; } */
const box: BinaryType = {
  typeName: "pkg.Box",
  encode(value, types) {
    const { label, content } = value as { label: string; content?: JsonAny };
    const writer = new BinaryWriter();
    if (content !== undefined) {
      writer.uint32(18).fork();
      writeAny(content, writer, types);
      writer.join();
    }
    writeStringValue(label, writer);
    return writer.finish();
  },
  decode(bytes, types) {
    const reader = new BinaryReader(bytes);
    let content: JsonAny | undefined;
    if (bytes[0] === 18) {
      reader.tag();
      content = readAny(reader, reader.uint32(), types);
    }
    const label = readStringValue(reader, bytes.length - reader.pos);
    return content === undefined ? { label } : { label, content };
  },
};

const types = createTypeRegistry([define(wkt.MixinSchema), define(wkt.ApiSchema), box]);
const registry = createRegistry(
  wkt.file_google_protobuf_any,
  wkt.file_google_protobuf_api,
  wkt.file_google_protobuf_duration,
  wkt.file_google_protobuf_empty,
  wkt.file_google_protobuf_field_mask,
  wkt.file_google_protobuf_struct,
  wkt.file_google_protobuf_timestamp,
  wkt.file_google_protobuf_wrappers,
);

function pack(value: object, registered?: TypeRegistry): Uint8Array {
  const writer = new BinaryWriter();
  writeAny(value as JsonAny, writer, registered);
  return writer.finish();
}

function unpack(bytes: Uint8Array, registered?: TypeRegistry): JsonAny {
  return fromBytes(bytes, (reader, length) => readAny(reader, length, registered));
}

const packed: { name: string; json: { "@type": string; [field: string]: JsonValue } }[] = [
  { name: "a registered message", json: { "@type": `${prefix}google.protobuf.Mixin`, name: "a", root: "b" } },
  {
    name: "a registered message with others inside",
    json: { "@type": `${prefix}google.protobuf.Api`, name: "a", mixins: [{ name: "b" }] },
  },
  { name: "a registered message with no fields set", json: { "@type": `${prefix}google.protobuf.Mixin` } },
  { name: "a message without fields", json: { "@type": `${prefix}google.protobuf.Empty` } },
  {
    name: "a time",
    json: { "@type": `${prefix}google.protobuf.Timestamp`, value: "2024-05-06T07:08:09.500Z" },
  },
  { name: "a duration", json: { "@type": `${prefix}google.protobuf.Duration`, value: "-1.500s" } },
  { name: "a field mask", json: { "@type": `${prefix}google.protobuf.FieldMask`, value: "a.bC" } },
  { name: "an object", json: { "@type": `${prefix}google.protobuf.Struct`, value: { a: [1, null] } } },
  { name: "any value", json: { "@type": `${prefix}google.protobuf.Value`, value: null } },
  { name: "an array", json: { "@type": `${prefix}google.protobuf.ListValue`, value: ["a"] } },
  { name: "a wrapped double", json: { "@type": `${prefix}google.protobuf.DoubleValue`, value: "NaN" } },
  { name: "a wrapped float", json: { "@type": `${prefix}google.protobuf.FloatValue`, value: 1.5 } },
  { name: "a wrapped int64", json: { "@type": `${prefix}google.protobuf.Int64Value`, value: "-1" } },
  { name: "a wrapped uint64", json: { "@type": `${prefix}google.protobuf.UInt64Value`, value: "1" } },
  { name: "a wrapped int32", json: { "@type": `${prefix}google.protobuf.Int32Value`, value: -1 } },
  { name: "a wrapped uint32", json: { "@type": `${prefix}google.protobuf.UInt32Value`, value: 1 } },
  { name: "a wrapped bool", json: { "@type": `${prefix}google.protobuf.BoolValue`, value: false } },
  { name: "a wrapped string", json: { "@type": `${prefix}google.protobuf.StringValue`, value: "a" } },
  { name: "wrapped bytes", json: { "@type": `${prefix}google.protobuf.BytesValue`, value: "AA==" } },
  {
    name: "another Any",
    json: {
      "@type": `${prefix}google.protobuf.Any`,
      value: { "@type": `${prefix}google.protobuf.Mixin`, name: "a" },
    },
  },
];

describe("google.protobuf.Any", () => {
  for (const { name, json } of packed) {
    test(`carries ${name}, as protobuf-es does`, () => {
      const bytes = toBinary(wkt.AnySchema, fromJson(wkt.AnySchema, json, { registry }));
      expect(Buffer.from(pack(json, types)).toString("hex")).toBe(Buffer.from(bytes).toString("hex"));
      expect(unpack(bytes, types)).toEqual(json);
    });
  }

  test("needs no registry for well-known types", () => {
    const json = { "@type": `${prefix}google.protobuf.StringValue`, value: "a" };
    expect(unpack(pack(json))).toEqual(json);
  });

  test("is empty when nothing is packed", () => {
    expect({ bytes: pack({}), json: unpack(new Uint8Array(0)) }).toEqual({
      bytes: new Uint8Array(0),
      json: {},
    });
  });

  test("keeps the host of a type URL and adds the usual one to a bare name", () => {
    expect([
      unpack(pack({ "@type": "example.com/x/google.protobuf.Empty" })),
      unpack(pack({ "@type": "google.protobuf.Empty" })),
    ]).toEqual([
      { "@type": "example.com/x/google.protobuf.Empty" },
      { "@type": `${prefix}google.protobuf.Empty` },
    ]);
  });

  test("hands the registry on to the messages inside", () => {
    const json = {
      "@type": `${prefix}pkg.Box`,
      label: "outer",
      content: { "@type": `${prefix}pkg.Box`, label: "inner" },
    };
    expect(unpack(pack(json, types), types)).toEqual(json);
  });

  test("keeps a field __proto__ a property", () => {
    const echo: BinaryType = {
      typeName: "pkg.Echo",
      encode: (value) => new TextEncoder().encode(JSON.stringify(value)),
      decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
    };
    const text = `{"@type":"${prefix}pkg.Echo","__proto__":{"x":1}}`;
    const registered = createTypeRegistry([echo]);
    expect(JSON.stringify(unpack(pack(JSON.parse(text) as JsonAny, registered), registered))).toBe(text);
  });

  test("takes the later of two entries with one name", () => {
    const constant = (label: string): BinaryType => ({
      typeName: "pkg.A",
      encode: () => new Uint8Array(0),
      decode: () => ({ label }),
    });
    const bytes = pack({ "@type": "pkg.A" }, createTypeRegistry([constant("a")]));
    expect(unpack(bytes, createTypeRegistry([constant("a"), constant("b")]))).toEqual({
      "@type": `${prefix}pkg.A`,
      label: "b",
    });
  });

  const notRegistered =
    "google.protobuf.Any: pkg.Other is not registered; pass types: createTypeRegistry([...]) with the codec of pkg.Other";
  const wrong: { name: string; given: unknown; want: string }[] = [
    { name: "a type that is not registered", given: { "@type": `${prefix}pkg.Other` }, want: notRegistered },
    {
      name: "no type",
      given: { a: 1 },
      want: 'google.protobuf.Any: expected "@type" to be a type URL, got undefined',
    },
    {
      name: "an empty type",
      given: { "@type": "" },
      want: 'google.protobuf.Any: expected "@type" to be a type URL, got ""',
    },
    {
      name: "a type URL that ends in a slash",
      given: { "@type": prefix },
      want: 'google.protobuf.Any: expected a type name after the last slash of "type.googleapis.com/"',
    },
    { name: "a string", given: "a", want: 'google.protobuf.Any: expected an object, got "a"' },
    {
      name: "a well-known type without value",
      given: { "@type": "google.protobuf.Duration" },
      want: "google.protobuf.Any of google.protobuf.Duration: value: required [required]",
    },
    {
      name: "a well-known type with a wrong value",
      given: { "@type": "google.protobuf.BoolValue", value: 1 },
      want: "google.protobuf.Any of google.protobuf.BoolValue: value: expected true or false, got 1 [type]",
    },
    {
      name: "a name that objects inherit",
      given: { "@type": "constructor" },
      want: "google.protobuf.Any: constructor is not registered; pass types: createTypeRegistry([...]) with the codec of constructor",
    },
  ];
  for (const { name, given, want } of wrong) {
    test(`is not written of ${name}`, () => {
      expect(errorOf(() => pack(given as object, types))).toEqual(binaryError(want));
    });
  }

  test("keeps the bytes of a type that is not registered, which a check refuses", () => {
    const other: BinaryType = { ...box, typeName: "pkg.Other" };
    const bytes = pack({ "@type": "pkg.Other", label: "a" }, createTypeRegistry([other]));
    const kept = { "@type": `${prefix}pkg.Other`, value: "CgFh" };
    expect(unpack(bytes, types)).toEqual(kept);
    expect(pack(kept, types)).toEqual(bytes);
    expect(errorOf(() => AnyBinary.decode(bytes, types))?.message).toContain("pkg.Other is not registered");
    expect(AnyBinary.decode(bytes, types, { lenient: true })).toEqual(kept);
  });

  test("is not read of a value without a type", () => {
    expect(errorOf(() => unpack(Uint8Array.of(18, 1, 0)))).toEqual(
      binaryError("google.protobuf.Any: expected a type URL beside the value, got none"),
    );
  });

  test("names the packed type in the error of its codec", () => {
    const json = { "@type": `${prefix}google.protobuf.Mixin`, name: 1 };
    expect(errorOf(() => pack(json, types))?.message).toMatch(
      /^google\.protobuf\.Any of google\.protobuf\.Mixin: cannot decode/,
    );
  });

  test("holds 100 of its kind within each other and no more", () => {
    const nest = (depth: number): object => {
      let json: { "@type": string; value?: unknown } = { "@type": `${prefix}google.protobuf.Empty` };
      for (let level = 1; level < depth; level++)
        json = { "@type": `${prefix}google.protobuf.Any`, value: json };
      return json;
    };
    expect(unpack(pack(nest(100)))).toEqual(nest(100));
    const limit =
      /^google\.protobuf\.Any of google\.protobuf\.[A-Za-z]+: expected at most 100 levels of Any, got more$/;
    for (const depth of [101, 100_000]) expect(errorOf(() => pack(nest(depth)))?.message).toMatch(limit);
    let bytes = pack({ "@type": "google.protobuf.Empty" });
    for (let level = 1; level < 5000; level++) {
      const writer = new BinaryWriter();
      bytes = writer.uint32(10).string(`${prefix}google.protobuf.Any`).uint32(18).bytes(bytes).finish();
    }
    expect(errorOf(() => unpack(bytes))?.message).toMatch(limit);
  });
});

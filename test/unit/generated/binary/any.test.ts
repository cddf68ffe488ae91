import { TaskBinary } from "@a2agen/a2a-1.0";
import { createTypeRegistry } from "@a2agen/runtime/binary";
import { describe, expect, test } from "vitest";
import {
  decodeEnvelopeBinary,
  decodeParcelBinary,
  decodePlainBinary,
  EnvelopeBinary,
  encodeEnvelopeBinary,
  encodeParcelBinary,
  encodePlainBinary,
  PayloadBinary,
} from "../../../generated/proto/features/any_binary.ts";
import { decodeEnvelope, parseEnvelope } from "../../../generated/proto/features/any_json.ts";
import { binaryError, bytesOf, errorOf, fromHex, toHex } from "./wire.ts";

const prefix = "type.googleapis.com/";
const payload = { "@type": `${prefix}features.any.Payload`, text: "a", number: "5" };
const types = createTypeRegistry([PayloadBinary, EnvelopeBinary]);
const none = createTypeRegistry([]);
const packed = `0a28${Buffer.from(payload["@type"]).toString("hex")}12050a01611005`;

describe("a message in an Any", () => {
  test("is written and read with a registry that has its type", () => {
    const bytes = encodeEnvelopeBinary({ content: payload }, types);
    expect(toHex(bytes)).toBe(`0a${(packed.length / 2).toString(16)}${packed}`);
    expect(decodeEnvelopeBinary(bytes, types)).toEqual({ content: payload });
  });

  test("stands in lists, maps, oneofs, and in messages inside it", () => {
    const envelope = {
      list: [payload, { "@type": `${prefix}google.protobuf.Duration`, value: "5s" }],
      map: { k: payload },
      chosen: { "@type": `${prefix}features.any.Envelope`, content: payload },
    };
    const parcel = { envelopes: [envelope], delay: "1s" };
    expect(decodeParcelBinary(encodeParcelBinary(parcel, types), types)).toEqual(parcel);
  });

  test("replaces one that came before, unless it is empty", () => {
    const first = encodeEnvelopeBinary({ content: payload }, types);
    const second = encodeEnvelopeBinary({ content: { ...payload, text: "b" } }, types);
    const bytes = new Uint8Array(Buffer.concat([first, second, fromHex("0a00")]));
    expect(decodeEnvelopeBinary(bytes, types)).toEqual({ content: { ...payload, text: "b" } });
  });
});

describe("a type that the registry does not have", () => {
  const message =
    '["@type"]: features.any.Payload is not registered; pass types: createTypeRegistry([...]) with the codec of features.any.Payload [type]';

  test("is not written", () => {
    expect(errorOf(() => encodeParcelBinary({ envelopes: [{ content: payload }] }, none))).toEqual(
      binaryError(`features.any.Parcel: envelopes[0].content${message}`),
    );
  });

  test("is not read", () => {
    const bytes = encodeEnvelopeBinary({ content: payload }, types);
    expect(errorOf(() => decodeEnvelopeBinary(bytes, none))?.message).toBe(
      `invalid features.any.Envelope:\n  content${message}`,
    );
  });

  test("is relayed by the lenient mode, with the same bytes", () => {
    const nested = { "@type": `${prefix}features.any.Envelope`, content: payload };
    const bytes = encodeEnvelopeBinary({ content: payload, list: [nested] }, types);
    const warnings: string[] = [];
    const lenient = { lenient: true, onWarning: ({ path }: { path: string }) => warnings.push(path) };
    const read = decodeEnvelopeBinary(bytes, createTypeRegistry([EnvelopeBinary]), lenient);
    const value = Buffer.from("0a01611005", "hex").toString("base64");
    const kept = { "@type": payload["@type"], value };
    expect(read).toEqual({ content: kept, list: [{ ...nested, content: kept }] });
    expect(warnings).toEqual(['content["@type"]', 'list[0].content["@type"]']);
    expect(toHex(encodeEnvelopeBinary(read, createTypeRegistry([EnvelopeBinary])))).toBe(toHex(bytes));
  });
});

describe("what an Any holds is checked as if it stood outside", () => {
  test.each([
    { name: "a number as text", given: { number: "07" }, want: { number: "7" } },
    { name: "null", given: { text: null, number: "7" }, want: { number: "7" } },
    { name: "a 64-bit integer as a number", given: { number: 7 }, want: { number: "7" } },
  ])("$name, in JSON and in binary", ({ given, want }) => {
    const content = { "@type": payload["@type"], ...given };
    const good = { content: { "@type": payload["@type"], ...want } };
    expect(decodeEnvelope(structuredClone({ content }), { types })).toEqual(good);
    expect(parseEnvelope(JSON.stringify({ content }), { types })).toEqual(good);
    const before = structuredClone(content);
    // What a caller without types for its JSON has at hand.
    const sent = decodeEnvelope({ content });
    expect(toHex(encodeEnvelopeBinary(sent, types))).toBe(toHex(encodeEnvelopeBinary(good, types)));
    expect(content).toEqual(before);
  });

  test.each([
    {
      name: "a wrong type",
      given: { "@type": payload["@type"], text: 1 },
      want: "content.text: expected a string, got 1 [type]",
    },
    {
      name: "a well-known type with a wrong value",
      given: { "@type": `${prefix}google.protobuf.Int32Value`, value: "x" },
      want: 'content.value: expected a 32-bit integer, got "x" [type]',
    },
    {
      name: "a well-known type without a value",
      given: { "@type": `${prefix}google.protobuf.Timestamp` },
      want: "content.value: required [required]",
    },
    {
      name: "a type that is not registered",
      given: { "@type": "a/b.C", x: 1 },
      want: 'content["@type"]: b.C is not registered; pass types: createTypeRegistry([...]) with the codec of b.C [type]',
    },
  ])("$name is refused", ({ given, want }) => {
    const decoding = errorOf(() => decodeEnvelope({ content: given }, { types }));
    expect(decoding?.message).toBe(`invalid features.any.Envelope:\n  ${want}`);
    const writing = errorOf(() => encodeEnvelopeBinary({ content: given }, types));
    expect(writing?.message).toBe(`features.any.Envelope: ${want}`);
  });

  test("proto names of fields, numbers of enums and REQUIRED fields of a registered message", () => {
    const task = { "@type": `${prefix}lf.a2a.v1.Task`, id: "i", context_id: "c", status: { state: 2 } };
    const registered = createTypeRegistry([TaskBinary]);
    const want = {
      content: { "@type": task["@type"], id: "i", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
    };
    const bytes = encodeEnvelopeBinary({ content: task }, registered);
    expect(decodeEnvelopeBinary(bytes, registered)).toEqual(want);
    expect(decodeEnvelope({ content: task }, { types: registered })).toEqual(want);
    const lacking = { content: { "@type": task["@type"], id: "i" } };
    expect(errorOf(() => encodeEnvelopeBinary(lacking, registered))?.message).toBe(
      "features.any.Envelope: content.status: required [required]",
    );
  });
});

test("what a message in an Any lacks is a problem of the whole", () => {
  const content = { "@type": `${prefix}lf.a2a.v1.Task`, id: "i", contextId: "c", status: { state: "?" } };
  const error = errorOf(() => encodeEnvelopeBinary({ content }, createTypeRegistry([TaskBinary])));
  expect(error?.message).toMatch(/^features\.any\.Envelope: content\.status\.state: expected one of/);
});

describe("an object of a message", () => {
  test("writes and reads with a registry where the message carries Any", () => {
    const value = { content: payload };
    expect(EnvelopeBinary.decode(EnvelopeBinary.encode(value, types), types)).toEqual(value);
    expect(errorOf(() => EnvelopeBinary.encode(value))?.name).toBe("BinaryError");
  });

  test("needs none where it does not", () => {
    const value = { payload: { text: "a", number: "5" } };
    expect(decodePlainBinary(encodePlainBinary(value))).toEqual(value);
    expect(PayloadBinary.decode(PayloadBinary.encode(value.payload))).toEqual(value.payload);
  });
});

describe("Any inside Any", () => {
  const anyUrl = `${prefix}google.protobuf.Any`;

  /** The bytes of an Any, `levels` others around it. */
  function nestedAny(levels: number): Uint8Array {
    let body = bytesOf((writer) => writer.uint32(10).string(`${prefix}google.protobuf.Empty`));
    for (let level = 0; level < levels; level++) {
      const inner = body;
      body = bytesOf((writer) => writer.uint32(10).string(anyUrl).uint32(18).bytes(inner));
    }
    return bytesOf((writer) => writer.uint32(10).bytes(body));
  }

  test("is read", () => {
    const empty = { "@type": `${prefix}google.protobuf.Empty` };
    expect(decodeEnvelopeBinary(nestedAny(2), none)).toEqual({
      content: { "@type": anyUrl, value: { "@type": anyUrl, value: empty } },
    });
  });

  test("ends at a depth of 100", () => {
    expect(errorOf(() => decodeEnvelopeBinary(nestedAny(101), none))?.message).toMatch(
      /^features\.any\.Envelope: .*expected at most 100 levels of Any, got more at byte \d+ of \d+$/,
    );
  });
});

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
    "google.protobuf.Any: features.any.Payload is not registered; pass types: createTypeRegistry([...]) with the codec of features.any.Payload";

  test("is not written", () => {
    expect(errorOf(() => encodeParcelBinary({ envelopes: [{ content: payload }] }, none))).toEqual(
      binaryError(`features.any.Parcel: ${message}`),
    );
  });

  test("is not read", () => {
    const bytes = encodeEnvelopeBinary({ content: payload }, types);
    expect(errorOf(() => decodeEnvelopeBinary(bytes, none))).toEqual(
      binaryError(`features.any.Envelope: ${message} at byte ${bytes.length} of ${bytes.length}`),
    );
  });
});

test("what a message in an Any lacks is a problem of the whole", () => {
  const content = { "@type": `${prefix}lf.a2a.v1.Task`, id: "i", contextId: "c", status: { state: "?" } };
  const error = errorOf(() => encodeEnvelopeBinary({ content }, createTypeRegistry([TaskBinary])));
  expect(error?.message).toMatch(
    /^features\.any\.Envelope: lf\.a2a\.v1\.Task: status\.state: expected one of/,
  );
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

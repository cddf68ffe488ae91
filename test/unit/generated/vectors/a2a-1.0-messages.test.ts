import * as a2a from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { messages } from "../../../shared/vectors/a2a-1.0-messages.ts";
import { codecOf } from "../../../shared/vectors/codec-of.ts";

const cases = Object.entries(messages).flatMap(([type, values]) =>
  values.map((value, index) => ({ name: `${type}[${index}]`, type, value: value as unknown })),
);

test("there is a message of each of the 44 types that the package has a codec for", () => {
  const types = Object.keys(a2a).flatMap((name) => /^(\w+)Codec$/.exec(name)?.[1] ?? []);
  expect(Object.keys(messages).sort()).toEqual(types.sort());
  expect(types.length).toBe(44);
});

describe("a valid message of A2A 1.0", () => {
  test.each(cases)("$name decodes to itself", ({ type, value }) => {
    const { json: codec } = codecOf(a2a, type);
    const given = structuredClone(value);
    expect(codec.decode(given)).toBe(given);
    expect(given).toEqual(value);
    expect(codec.is(value)).toBe(true);
  });

  test.each(cases)("$name is encoded as it is", ({ type, value }) => {
    const { json: codec } = codecOf(a2a, type);
    expect(codec.encode(value)).toBe(value);
    expect(codec.stringify(value)).toBe(JSON.stringify(value));
    expect(codec.parse(codec.stringify(value))).toEqual(value);
  });

  test.each(cases)("$name is encoded in the order of the proto", ({ type, value }) => {
    const { json: codec } = codecOf(a2a, type);
    expect(codec.stringify(reverseFields(value))).toBe(JSON.stringify(value));
  });

  test.each(cases)("$name survives JSON, binary, JSON", ({ type, value }) => {
    const { encodeBinary, decodeBinary } = codecOf(a2a, type);
    expect(decodeBinary(encodeBinary(value))).toEqual(value);
  });
});

/** The value with its properties in the opposite order, at the first level. */
function reverseFields(value: unknown): unknown {
  return Object.fromEntries(Object.entries(value as object).toReversed());
}

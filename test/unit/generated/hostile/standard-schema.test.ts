import { type Message, MessageCodec, PartCodec } from "@a2agen/a2a-1.0";
import type { StandardSchemaV1 } from "@a2agen/runtime";
import { describe, expect, expectTypeOf, test } from "vitest";

/** As a library takes any validator. */
function validateWith<T>(schema: StandardSchemaV1<T>, value: unknown) {
  return schema["~standard"].validate(value);
}

describe("a codec is a Standard Schema", () => {
  test("of version 1", () => {
    const { version, vendor } = MessageCodec["~standard"];
    expect({ version, vendor }).toEqual({ version: 1, vendor: "a2agen" });
  });

  test("whose result for a good value is the value", () => {
    const given = { messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }] };
    const result = validateWith(MessageCodec, given);
    expect(result).toEqual({ value: given });
    if (result.issues === undefined) {
      expect(result.value).toBe(given);
      expectTypeOf(result.value).toEqualTypeOf<Message>();
    }
  });

  test("whose result for a bad value has every issue with its path", () => {
    expect(
      validateWith(MessageCodec, {
        role: "ROLE_USER",
        parts: [{ text: "b" }, { metadata: { c: Number.NaN } }],
      }),
    ).toEqual({
      issues: [
        { message: "expected a finite number, got NaN", path: ["parts", 1, "metadata", "c"] },
        { message: "set exactly one of text, raw, url, data; found none", path: ["parts", 1] },
        { message: "required", path: ["messageId"] },
      ],
    });
  });

  test("whose validation is strict, puts other spellings right, and does not throw", () => {
    expect(validateWith(MessageCodec, { message_id: "a", role: 1, parts: [{ text: "b" }] })).toEqual({
      value: { messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }] },
    });
    expect(validateWith(PartCodec, undefined)).toEqual({
      issues: [{ message: "expected an object, got undefined", path: [] }],
    });
  });

  test("whose function needs no receiver", () => {
    const { validate } = PartCodec["~standard"];
    expect(validate({ text: "a" })).toEqual({ value: { text: "a" } });
  });
});

test("the functions of a codec need no receiver", () => {
  const { decode, tryDecode, copy, parse, encode, stringify, is } = PartCodec;
  expect(decode({ text: "a" })).toEqual({ text: "a" });
  expect(tryDecode({ text: "a" }).ok).toBe(true);
  expect(copy({ text: "a", b: 1 })).toEqual({ text: "a" });
  expect(parse('{"text":"a"}')).toEqual({ text: "a" });
  expect(encode({ text: "a" })).toEqual({ text: "a" });
  expect(stringify({ text: "a" })).toBe('{"text":"a"}');
  expect([is({ text: "a" }), is({}), is(null)]).toEqual([true, false, false]);
});

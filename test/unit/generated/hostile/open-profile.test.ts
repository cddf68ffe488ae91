import { describe, expect, test } from "vitest";
import {
  decodeListsBinary,
  decodeSingularBinary,
  encodeListsBinary,
  encodeSingularBinary,
} from "../../../generated/proto/features/enums_binary.ts";
import { isSwitch, ListsCodec, SingularCodec } from "../../../generated/proto/features/enums_json.ts";
import { RequiredCodec } from "../../../generated/proto/features/wide_json.ts";
import { NoteCodec } from "../../../generated/proto/notebook/v1/notebook_json.ts";

describe("a number without a name, in plain ProtoJSON", () => {
  test("is a value of an open enum in JSON and in binary", () => {
    const value = { switch: 7, mode: -3 };
    expect(SingularCodec.decode(structuredClone(value))).toEqual(value);
    expect(decodeSingularBinary(encodeSingularBinary(value))).toEqual(value);
    expect(SingularCodec.stringify(value)).toBe('{"switch":7,"mode":-3}');
    const lists = { switch: ["SWITCH_ON", 7] } as const;
    expect(ListsCodec.decode({ switch: ["SWITCH_ON", 7, 1, 0] })).toEqual({
      switch: ["SWITCH_ON", 7, "SWITCH_ON", "SWITCH_OFF"],
    });
    expect(decodeListsBinary(encodeListsBinary({ switch: [...lists.switch] }))).toEqual(lists);
  });

  test("is one of 32 bits that no value has", () => {
    expect([7, -7, 2 ** 31 - 1].map(isSwitch)).toEqual([true, true, true]);
    expect([0, 1, 1.5, 2 ** 31, Number.NaN, "7", null].map(isSwitch)).toEqual(Array(7).fill(false));
    expect(SingularCodec.tryDecode({ switch: 1.5 }).ok).toBe(false);
    expect(SingularCodec.tryDecode({ switch: "SWITCH_OTHER" }).ok).toBe(false);
  });
});

test("REQUIRED fields that are left out hold their defaults, except for messages", () => {
  expect(NoteCodec.decode({})).toEqual({ text: "" });
  const result = RequiredCodec.tryDecode({});
  expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["field8", "field11", "field12"]),
  );
  expect(result.ok ? [] : result.issues.map(({ path }) => path)).not.toContain("field1");
});

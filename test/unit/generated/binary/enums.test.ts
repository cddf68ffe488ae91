import { decodeTaskBinary, encodeTaskBinary } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import {
  decodeClosedEnumsBinary,
  encodeClosedEnumsBinary,
  toClosedNumber,
} from "../../../generated/proto/features/editions2023_binary.ts";
import {
  decodeChoiceBinary,
  decodeListsBinary,
  decodeMapsBinary,
  decodeOptionalBinary,
  decodeSingularBinary,
  encodeChoiceBinary,
  encodeListsBinary,
  encodeMapsBinary,
  encodeOptionalBinary,
  encodeSingularBinary,
  fromSignedNumber,
  toAliasedNumber,
} from "../../../generated/proto/features/enums_binary.ts";
import { binaryError, decodeError, errorOf, fromHex, toHex } from "./wire.ts";

describe("the zero value", () => {
  test("is absent where absence says the same", () => {
    expect(decodeSingularBinary(fromHex("08 01 08 00 10 01 10 00 40 00"))).toEqual({});
    expect(toHex(encodeSingularBinary({ switch: "SWITCH_OFF", mode: "MODE_NONE" }))).toBe("");
  });

  test("is a value where it is told from absence", () => {
    const optional = { aliased: "ALIASED_UNSPECIFIED", switch: "SWITCH_OFF" } as const;
    expect(toHex(encodeOptionalBinary(optional))).toBe("08001000");
    expect(decodeOptionalBinary(fromHex("0800 1000"))).toEqual(optional);
    const lists = { aliased: ["ALIASED_UNSPECIFIED", "ALIASED_DONE"] } as const;
    expect(toHex(encodeListsBinary({ aliased: [...lists.aliased] }))).toBe("0a020002");
    expect(decodeListsBinary(fromHex("0a020002"))).toEqual({
      aliased: ["ALIASED_UNSPECIFIED", "ALIASED_FINISHED"],
    });
    const maps = { aliased: { a: "ALIASED_UNSPECIFIED" as const } };
    expect(toHex(encodeMapsBinary(maps))).toBe("0a050a01611000");
    expect(decodeMapsBinary(fromHex("0a03 0a0161"))).toEqual(maps);
    const choice = { bare: "UNSPECIFIED" } as const;
    expect(toHex(encodeChoiceBinary(choice))).toBe("3800");
    expect(decodeChoiceBinary(fromHex("3800"))).toEqual(choice);
  });
});

test("aliases have one number, which is read as the first name", () => {
  expect([toAliasedNumber("ALIASED_STARTED"), toAliasedNumber("ALIASED_RUNNING")]).toEqual([1, 1]);
  expect(decodeSingularBinary(fromHex("08 01"))).toEqual({ aliased: "ALIASED_STARTED" });
});

test("numbers below zero take ten bytes", () => {
  const value = { signed: "SIGNED_LOWEST" } as const;
  expect(toHex(encodeSingularBinary(value))).toBe("1880808080f8ffffffff01");
  expect(decodeSingularBinary(fromHex("18 80808080f8ffffffff01"))).toEqual(value);
});

describe("a number without a name in an open enum", () => {
  const expected =
    "one of the values of TaskState (TASK_STATE_SUBMITTED, TASK_STATE_WORKING, TASK_STATE_COMPLETED, " +
    "TASK_STATE_FAILED, TASK_STATE_CANCELED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_REJECTED, TASK_STATE_AUTH_REQUIRED)";
  const task = fromHex("0a0131 120132 1a02 0863");

  test("is an issue with its place", () => {
    expect(errorOf(() => decodeTaskBinary(task))).toEqual(
      decodeError(`invalid lf.a2a.v1.Task:\n  status.state: expected ${expected}, got "#99" [enum]`),
    );
  });

  test("is kept by the lenient mode and written as the number that it was", () => {
    const warnings: string[] = [];
    const onWarning = ({ path, code }: { path: string; code: string }): unknown =>
      warnings.push(`${path} ${code}`);
    const value = decodeTaskBinary(task, { lenient: true, onWarning });
    expect({ value, warnings }).toEqual({
      value: { id: "1", contextId: "2", status: { state: "#99" } },
      warnings: ["status.state enum"],
    });
    expect(toHex(encodeTaskBinary(value))).toBe(toHex(task));
  });

  test("is itself in plain ProtoJSON", () => {
    expect([7, -7, 2147483646].map(fromSignedNumber)).toEqual([7, -7, 2147483646]);
  });
});

describe("a number that a closed enum does not have", () => {
  const table = [
    { name: "is no value of a field", given: "08 07", want: {} },
    { name: "leaves the value that was read before", given: "08 01 08 07", want: { closed: "CLOSED_FIRST" } },
    {
      name: "is no element of a list",
      given: "10 01 10 07 10 02",
      want: { list: ["CLOSED_FIRST", "CLOSED_SECOND"] },
    },
    {
      name: "is no element of a packed list",
      given: "12 03 01 07 02",
      want: { list: ["CLOSED_FIRST", "CLOSED_SECOND"] },
    },
    {
      name: "makes no entry of a map",
      given: "1a 05 0a 01 61 10 07 1a 05 0a 01 62 10 01",
      want: { map: { b: "CLOSED_FROM_ZERO_SOME" } },
    },
    { name: "leaves a oneof alone", given: "20 01 28 07", want: { chosen: "CLOSED_FIRST" } },
  ];
  test.each(table)("$name", ({ given, want }) => {
    expect(decodeClosedEnumsBinary(fromHex(given))).toEqual(want);
  });

  test("cannot be written", () => {
    expect(errorOf(() => toClosedNumber("#7" as "CLOSED_FIRST"))).toEqual({
      ...binaryError('expected a value of Closed, got "#7"'),
      hasCause: false,
    });
    expect(errorOf(() => encodeClosedEnumsBinary({ closed: "#7" as "CLOSED_FIRST" }))).toEqual(
      binaryError(
        'features.editions2023.ClosedEnums: closed: expected one of the values of Closed (CLOSED_FIRST, CLOSED_SECOND, CLOSED_BELOW), got "#7" [enum]',
      ),
    );
  });
});

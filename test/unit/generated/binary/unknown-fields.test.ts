import { decodeTaskBinary, encodeTaskBinary } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import * as legacy from "../../../generated/proto/features/legacy2_binary.ts";
import {
  decodeNothingBinary,
  encodeNothingBinary,
} from "../../../generated/proto/features/scalars_binary.ts";
import {
  decodeSingularBinary,
  encodeSingularBinary,
} from "../../../generated/proto/features/wellknown_binary.ts";
import { bytesOf, fromHex, toHex } from "./wire.ts";

describe("under ProtoJSON, fields that a message does not have", () => {
  test("are written again behind the others, in their order, of every wire type", () => {
    const others = [
      "b8 3e 96 01", // 999: varint
      "b9 3e 01 02 03 04 05 06 07 08",
      "ba 3e 02 ff 00",
      "bb 3e 08 01 0b 0c bc 3e", // a group with a group within
      "bd 3e 01 02 03 04",
      "b8 3e 01",
    ];
    const read = decodeSingularBinary(fromHex(others.join("")));
    expect(read).toEqual({});
    expect(JSON.stringify(read)).toBe("{}");
    expect(toHex(encodeSingularBinary(read))).toBe(others.join("").replaceAll(" ", ""));
  });

  test("stay with the message that had them, and go with a copy", () => {
    const inner = bytesOf((writer) => writer.uint32(10).string("n").uint32(7992).uint32(5));
    const bytes = bytesOf((writer) =>
      writer.uint32(10).string("1").uint32(16).int32(2).uint32(24).int32(1).uint32(34).bytes(inner),
    );
    const read = legacy.decodeLegacyBinary(bytes);
    expect(read).toEqual({ id: "1", count: 2, speed: "SPEED_SLOW", part: { name: "n" } });
    expect(toHex(legacy.encodeLegacyBinary(read))).toBe(toHex(bytes));
    expect(toHex(legacy.encodeLegacyBinary({ ...read, count: 3 }))).toContain(toHex(inner));
    const copy = structuredClone(read);
    expect(toHex(legacy.encodeLegacyBinary(copy))).not.toContain(toHex(inner));
  });

  test("are those of both parts where a message is sent in two", () => {
    const part = (number: number): Uint8Array =>
      bytesOf((writer) => writer.uint32(number * 8).uint32(number));
    const bytes = bytesOf((writer) =>
      writer.uint32(10).string("").uint32(34).bytes(part(901)).uint32(34).bytes(part(902)),
    );
    const head = bytesOf((writer) => writer.uint32(16).int32(0).uint32(24).int32(1));
    const read = legacy.decodeLegacyBinary(Buffer.concat([bytes, head]));
    const both = Buffer.concat([part(901), part(902)]);
    expect(toHex(legacy.encodeLegacyBinary(read))).toContain(toHex(both));
  });

  test("may be a million", () => {
    const bytes = new Uint8Array(2_000_000);
    for (let i = 0; i < bytes.length; i += 2) bytes.set([0x78, 0x01], i);
    expect(Buffer.compare(encodeSingularBinary(decodeSingularBinary(bytes)), bytes)).toBe(0);
  });

  test("are kept by messages that have none of their own", () => {
    const bytes = fromHex("08 01");
    expect(encodeNothingBinary(decodeNothingBinary(bytes))).toEqual(bytes);
  });
});

test("under the profiles of A2A they are dropped", () => {
  const task = { id: "1", contextId: "c", status: { state: "TASK_STATE_WORKING" } } as const;
  const bytes = encodeTaskBinary(task);
  const read = decodeTaskBinary(Buffer.concat([bytes, fromHex("b8 3e 01")]));
  expect(encodeTaskBinary(read)).toEqual(bytes);
});

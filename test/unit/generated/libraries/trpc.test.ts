import { type Message, MessageCodec, TaskCodec } from "@a2agen/a2a-1.0";
import { DecodeError } from "@a2agen/runtime";
import { initTRPC, TRPCError } from "@trpc/server";
import { describe, expect, expectTypeOf, test } from "vitest";

const t = initTRPC.create();

const router = t.router({
  read: t.procedure.input(MessageCodec).query(({ input }) => {
    expectTypeOf(input).toEqualTypeOf<Message>();
    return input.parts.length;
  }),
  answer: t.procedure
    .output(TaskCodec)
    .query(() => ({ id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" as const } })),
});

const caller = router.createCaller({});

describe("tRPC takes a codec", () => {
  test("as an input", async () => {
    expect(await caller.read({ messageId: "a", role: "ROLE_USER", parts: [{ text: "b" }] })).toBe(1);
  });

  test("whose type is that of the value", () => {
    expectTypeOf(caller.read).parameter(0).toEqualTypeOf<Message>();
  });

  test("as an output", async () => {
    expect(await caller.answer()).toEqual({
      id: "t",
      contextId: "c",
      status: { state: "TASK_STATE_WORKING" },
    });
  });

  test("and refuses what it refuses, with its issues as the cause", async () => {
    // @ts-expect-error -- the message has no identifier and no role
    const error = await caller.read({ parts: [{ text: "b", url: "c" }] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TRPCError);
    const { code, cause } = error as TRPCError;
    expect(code).toBe("BAD_REQUEST");
    expect(cause).toBeInstanceOf(DecodeError);
    expect((cause as DecodeError).issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "parts[0]: set exactly one of text, raw, url, data; found text, url",
      "messageId: required",
      "role: required",
    ]);
  });
});

import { AuthorizationCodeOAuthFlowCodec, MessageCodec, PartCodec, TaskCodec } from "@a2agen/a2a-1.0";
import type { Codec, DecodeResult } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";

const million = 1_000_000;
/** Far above what the work takes, far below what quadratic work would. */
const patience = 20_000;

interface Case {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly build: () => unknown;
  /** The first issue. */
  readonly first: string;
}

const cases: readonly Case[] = [
  {
    name: "wrong messages in a list",
    codec: MessageCodec,
    build: () => ({ messageId: "a", role: "ROLE_USER", parts: Array.from({ length: million }, () => 1) }),
    first: "parts[0]: expected an object, got 1",
  },
  {
    name: "messages in a list that set no member of a oneof",
    codec: MessageCodec,
    build: () => ({ messageId: "a", role: "ROLE_USER", parts: Array.from({ length: million }, () => ({})) }),
    first: "parts[0]: set exactly one of text, raw, url, data; found none",
  },
  {
    name: "wrong strings in a list",
    codec: MessageCodec,
    build: () => ({
      messageId: "a",
      role: "ROLE_USER",
      parts: [{ text: "a" }],
      extensions: Array.from({ length: million }, () => null),
    }),
    first: "extensions[0]: expected a string, got null",
  },
  {
    name: "wrong values in a map",
    codec: AuthorizationCodeOAuthFlowCodec,
    build: () => ({
      authorizationUrl: "a",
      tokenUrl: "b",
      scopes: Object.fromEntries(Array.from({ length: million }, (_, i) => [`k${i}`, i])),
    }),
    first: 'scopes["k0"]: expected a string, got 0',
  },
  {
    name: "lone surrogates in a struct",
    codec: PartCodec,
    build: () => ({ text: "a", metadata: { list: Array.from({ length: million }, () => "\ud800") } }),
    first: 'metadata["list"][0]: expected a string of valid Unicode, got a lone surrogate at index 0',
  },
  {
    name: "holes of a sparse list",
    codec: MessageCodec,
    build: () => {
      const parts: unknown[] = [];
      parts.length = million;
      return { messageId: "a", role: "ROLE_USER", parts };
    },
    first: "parts[0]: expected an object, got undefined",
  },
];

describe("a million problems are found in bounded time, and a thousand of them are told", () => {
  test.each(cases)(
    "$name",
    ({ codec, build, first }) => {
      const result: DecodeResult<unknown> = codec.tryDecode(build());
      const issues = result.ok ? [] : result.issues;
      expect(`${issues[0]?.path}: ${issues[0]?.message}`).toBe(first);
      expect(issues.length).toBe(1000);
      // The message of the error stays short.
      expect(() => codec.decode(build())).toThrow(/and 995 more$/);
    },
    patience,
  );
});

test(
  "a million unknown fields are ignored",
  () => {
    const task: Record<string, unknown> = { id: "a", status: { state: "TASK_STATE_WORKING" } };
    for (let i = 0; i < million; i++) task[`unknown${i}`] = i;
    expect(TaskCodec.stringify(TaskCodec.decode(task) as never)).toBe(
      '{"id":"a","status":{"state":"TASK_STATE_WORKING"}}',
    );
  },
  patience,
);

test(
  "a million other spellings are all put right",
  () => {
    const parts = Array.from({ length: million }, () => ({ text: "a", media_type: "text/plain" }));
    const message = MessageCodec.decode({ messageId: "a", role: 1, parts });
    expect([message.parts.length, message.role]).toEqual([million, "ROLE_USER"]);
    expect(message.parts.at(-1)).toEqual({ text: "a", mediaType: "text/plain" });
  },
  patience,
);

test("the description of a long string is short", () => {
  const result = PartCodec.tryDecode({ raw: "!".repeat(million) });
  expect(result.ok ? [] : result.issues.map(({ message }) => message)).toEqual([
    `expected bytes in base64, got "${"!".repeat(40)}..."`,
  ]);
});

import { AuthorizationCodeOAuthFlowCodec, MessageCodec, PartCodec, TaskCodec } from "@a2agen/a2a-1.0";
import type { Codec, DecodeResult } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { thorough } from "../../../shared/runs.ts";

const size = thorough ? 1_000_000 : 100_000;

/**
 * Does work of a tenth of the size, then of the whole. Ten times as much work takes ten times as long, or
 * somewhat longer where memory is slower; quadratic work would take a hundred times as long. Counts the time
 * of the processor, to which the load of the machine matters little.
 */
function expectNearlyLinear(work: (count: number) => void): void {
  const measure = (count: number): number => {
    const before = process.cpuUsage();
    work(count);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const small = Math.max(measure(size / 10), 20);
  expect(measure(size)).toBeLessThan(50 * small);
}

interface Case {
  readonly name: string;
  readonly codec: Codec<unknown>;
  readonly build: (count: number) => unknown;
  /** The first issue. */
  readonly first: string;
}

const cases: readonly Case[] = [
  {
    name: "wrong messages in a list",
    codec: MessageCodec,
    build: (count) => ({ messageId: "a", role: "ROLE_USER", parts: Array.from({ length: count }, () => 1) }),
    first: "parts[0]: expected an object, got 1",
  },
  {
    name: "messages in a list that set no member of a oneof",
    codec: MessageCodec,
    build: (count) => ({
      messageId: "a",
      role: "ROLE_USER",
      parts: Array.from({ length: count }, () => ({})),
    }),
    first: "parts[0]: set exactly one of text, raw, url, data; found none",
  },
  {
    name: "wrong strings in a list",
    codec: MessageCodec,
    build: (count) => ({
      messageId: "a",
      role: "ROLE_USER",
      parts: [{ text: "a" }],
      extensions: Array.from({ length: count }, () => null),
    }),
    first: "extensions[0]: expected a string, got null",
  },
  {
    name: "wrong values in a map",
    codec: AuthorizationCodeOAuthFlowCodec,
    build: (count) => ({
      authorizationUrl: "a",
      tokenUrl: "b",
      scopes: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])),
    }),
    first: 'scopes["k0"]: expected a string, got 0',
  },
  {
    name: "lone surrogates in a struct",
    codec: PartCodec,
    build: (count) => ({ text: "a", metadata: { list: Array.from({ length: count }, () => "\ud800") } }),
    first: 'metadata["list"][0]: expected a string of valid Unicode, got a lone surrogate at index 0',
  },
  {
    name: "holes of a sparse list",
    codec: MessageCodec,
    build: (count) => {
      const parts: unknown[] = [];
      parts.length = count;
      return { messageId: "a", role: "ROLE_USER", parts };
    },
    first: "parts[0]: expected an object, got undefined",
  },
];

describe("problems without end are found in bounded time, and a thousand of them are told", () => {
  test.each(cases)("$name", { tags: "thorough" }, ({ codec, build, first }) => {
    expectNearlyLinear((count) => {
      const result: DecodeResult<unknown> = codec.tryDecode(build(count));
      const issues = result.ok ? [] : result.issues;
      expect(`${issues[0]?.path}: ${issues[0]?.message}`).toBe(first);
      expect(issues.length).toBe(1001);
    });
    // The message of the error stays short.
    expect(() => codec.decode(build(size / 10))).toThrow(/and at least 995 more$/);
  });
});

test("unknown fields without end are ignored", { tags: "thorough" }, () => {
  expectNearlyLinear((count) => {
    const task: Record<string, unknown> = { id: "a", status: { state: "TASK_STATE_WORKING" } };
    for (let i = 0; i < count; i++) task[`unknown${i}`] = i;
    expect(TaskCodec.stringify(TaskCodec.decode(task) as never)).toBe(
      '{"id":"a","status":{"state":"TASK_STATE_WORKING"}}',
    );
  });
});

test("other spellings without end are all put right", { tags: "thorough" }, () => {
  expectNearlyLinear((count) => {
    const parts = Array.from({ length: count }, () => ({ text: "a", media_type: "text/plain" }));
    const message = MessageCodec.decode({ messageId: "a", role: 1, parts });
    expect([message.parts.length, message.role]).toEqual([count, "ROLE_USER"]);
    expect(message.parts.at(-1)).toEqual({ text: "a", mediaType: "text/plain" });
  });
});

test("the description of a long string is short", { tags: "thorough" }, () => {
  const result = PartCodec.tryDecode({ raw: "!".repeat(size) });
  expect(result.ok ? [] : result.issues.map(({ message }) => message)).toEqual([
    `expected bytes in base64, got "${"!".repeat(40)}..."`,
  ]);
});

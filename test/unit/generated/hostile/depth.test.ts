import { TextPartCodec } from "@a2agen/a2a-0.3";
import { MessageCodec, PartCodec, SendMessageRequestCodec } from "@a2agen/a2a-1.0";
import { DataPartCodec } from "@a2agen/a2a-1.0-draft";
import type { Codec, DecodeError } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import {
  ChainCodec,
  CircleListCodec,
  DirectoryCodec,
  ExpressionCodec,
  OuterCodec,
  PingCodec,
  TreeCodec,
} from "../../../generated/proto/features/nested_json.ts";
import { NothingCodec } from "../../../generated/proto/features/scalars_json.ts";
import { SingularCodec } from "../../../generated/proto/features/wellknown_json.ts";

const levels = 100_000;

/** A text nested in itself: `open` so many times, then `core`, then `close` as often. */
function nest({ open, close, core, times = levels }: Nesting): string {
  return `${open.repeat(times)}${core}${close.repeat(times)}`;
}

interface Nesting {
  readonly open: string;
  readonly close: string;
  readonly core: string;
  readonly times?: number;
}

const deepPart = `{"messageId":"a","role":"ROLE_USER","parts":[{"text":"a","x":${nest({ open: "[", close: "]", core: "" })}}]}`;

const objects = { open: '{"a":', close: "}", core: "1" };
const arrays = { open: "[", close: "]", core: "" };

function refusal(codec: Codec<unknown>, text: string): readonly string[] {
  const result = codec.tryDecode(JSON.parse(text));
  const issues = result.ok ? [] : result.issues.map(({ path, code }) => `${path} [${code}]`);
  let parsed: readonly string[] = [];
  try {
    codec.parse(text);
  } catch (error) {
    parsed = (error as DecodeError).issues.map(({ path, code }) => `${path} [${code}]`);
  }
  expect(parsed).toEqual(issues);
  return issues;
}

describe("100,000 levels in a place for any JSON are refused without overflowing the stack", () => {
  const cases: readonly {
    readonly name: string;
    readonly codec: Codec<unknown>;
    readonly text: string;
    readonly at: string;
  }[] = [
    {
      name: "objects in a Struct",
      codec: PartCodec,
      text: `{"text":"a","metadata":${nest(objects)}}`,
      at: "metadata",
    },
    {
      name: "arrays in a Struct",
      codec: PartCodec,
      text: `{"text":"a","metadata":{"b":${nest(arrays)}}}`,
      at: 'metadata["b"]',
    },
    {
      name: "objects in a REQUIRED Struct",
      codec: DataPartCodec,
      text: `{"data":${nest(objects)}}`,
      at: "data",
    },
    { name: "arrays in a Value", codec: PartCodec, text: `{"data":${nest(arrays)}}`, at: "data" },
    {
      name: "arrays in a ListValue",
      codec: SingularCodec,
      text: `{"listValue":${nest(arrays)}}`,
      at: "listValue",
    },
    {
      name: "objects in the Struct of a part of a request",
      codec: SendMessageRequestCodec,
      text: `{"message":{"messageId":"a","role":"ROLE_USER","parts":[{"text":"a","metadata":${nest(objects)}}]}}`,
      at: "message.parts[0].metadata",
    },
  ];

  test.each(cases)("$name", ({ codec, text, at }) => {
    const [issue = "", ...others] = refusal(codec, text);
    expect([issue.startsWith(at), issue.endsWith(" [depth]"), others]).toEqual([true, true, []]);
  });
});

describe("100 levels of any JSON are taken, 101 are not", () => {
  const struct = (times: number): string => `{"text":"a","metadata":${nest({ ...objects, times })}}`;
  const value = (times: number): string => `{"data":${nest({ ...arrays, times })}}`;

  test.each([
    { name: "objects in a Struct", build: struct },
    { name: "arrays in a Value", build: value },
  ])("$name", ({ build }) => {
    expect(PartCodec.stringify(PartCodec.parse(build(100)))).toBe(build(100));
    expect(PartCodec.tryDecode(JSON.parse(build(100))).ok).toBe(true);
    expect(PartCodec.tryDecode(JSON.parse(build(101))).ok).toBe(false);
  });
});

describe("unknown fields of 100,000 levels are refused, for they stay in the value", () => {
  const cases = [
    { name: "objects", codec: PartCodec, text: `{"text":"a","x":${nest(objects)}}`, at: "x" },
    { name: "arrays", codec: PartCodec, text: `{"x":${nest(arrays)},"text":"a"}`, at: "x" },
    { name: "below a list", codec: MessageCodec, text: deepPart, at: "parts[0].x" },
    {
      name: "under another spelling",
      codec: PartCodec,
      text: `{"media_type":"a","text":"a","x":${nest(arrays)}}`,
      at: "x",
    },
    { name: "in a message without fields", codec: NothingCodec, text: `{"x":${nest(objects)}}`, at: "x" },
    {
      name: "in a google.protobuf.Empty",
      codec: SingularCodec,
      text: `{"empty":{"x":${nest(objects)}}}`,
      at: "empty.x",
    },
    { name: "in 0.3", codec: TextPartCodec, text: `{"kind":"text","text":"a","x":${nest(arrays)}}`, at: "x" },
  ];

  test.each(cases)("$name", ({ codec, text, at }) => {
    expect(refusal(codec, text)).toEqual([`${at} [depth]`]);
    expect(codec.is(JSON.parse(text))).toBe(false);
    expect(codec.tryDecode(JSON.parse(text), { lenient: true }).ok).toBe(false);
  });
});

test("unknown fields of 100 levels stay in the value and are not sent, those of 101 are refused", () => {
  const build = (times: number): string => `{"text":"a","x":${nest({ ...objects, times })}}`;
  const part = PartCodec.parse(build(100));
  expect(JSON.stringify(part)).toBe(build(100));
  expect(PartCodec.stringify(part)).toBe('{"text":"a"}');
  expect(PartCodec.copy(JSON.parse(build(100)))).toEqual({ text: "a" });
  expect(refusal(PartCodec, build(101))).toEqual(["x [depth]"]);
});

describe("messages in themselves", () => {
  const cases: readonly {
    readonly name: string;
    readonly codec: Codec<unknown>;
    readonly open: string;
    readonly close: string;
    /** Messages that one step adds. */
    readonly step: number;
    readonly core: string;
  }[] = [
    { name: "directly", codec: ChainCodec, open: '{"next":', close: "}", step: 1, core: "{}" },
    { name: "in a list", codec: TreeCodec, open: '{"children":[', close: "]}", step: 1, core: "{}" },
    { name: "in a map", codec: DirectoryCodec, open: '{"entries":{"a":', close: "}}", step: 1, core: "{}" },
    {
      name: "in a oneof",
      codec: ExpressionCodec,
      open: '{"negated":',
      close: "}",
      step: 1,
      core: '{"literal":1}',
    },
    {
      name: "by way of another",
      codec: PingCodec,
      open: '{"pong":{"ping":',
      close: "}}",
      step: 2,
      core: "{}",
    },
    {
      name: "by way of a list, a map and a oneof",
      codec: CircleListCodec,
      open: '{"maps":[{"oneofs":{"1":{"list":',
      close: "}}}]}",
      step: 3,
      core: "{}",
    },
    {
      name: "by way of nested types",
      codec: OuterCodec,
      open: '{"middle":{"inner":{"core":{"outermost":',
      close: "}}}}",
      step: 4,
      core: "{}",
    },
  ];

  test.each(cases)("$name are refused at 100,000 levels", ({ codec, open, close, core }) => {
    const issues = refusal(codec, nest({ open, close, core }));
    expect(issues.map((issue) => issue.replace(/^.* /, ""))).toEqual(["[depth]"]);
  });

  test.each(cases)("$name are taken at 90 levels and encoded again", ({ codec, open, close, core, step }) => {
    const text = nest({ open, close, core, times: Math.floor(90 / step) });
    expect(codec.stringify(codec.parse(text))).toBe(text);
    expect(JSON.stringify(codec.copy(JSON.parse(text)))).toBe(text);
  });

  test.each(cases)("$name are refused at 110 levels", ({ codec, open, close, core, step }) => {
    const text = nest({ open, close, core, times: Math.ceil(110 / step) });
    expect(codec.tryDecode(JSON.parse(text)).ok).toBe(false);
  });
});

describe("a value that contains itself is refused", () => {
  test("as a struct", () => {
    const metadata: Record<string, unknown> = {};
    metadata["self"] = metadata;
    const result = PartCodec.tryDecode({ text: "a", metadata });
    expect(result.ok ? [] : result.issues.map(({ code, path }) => `${path} [${code}]`)).toEqual([
      'metadata["self"] [type]',
    ]);
  });

  test("as a message", () => {
    const chain: Record<string, unknown> = {};
    chain["next"] = chain;
    const result = ChainCodec.tryDecode(chain);
    expect(result.ok ? [] : result.issues.map(({ code }) => code)).toEqual(["depth"]);
  });
});

import * as v03 from "@a2agen/a2a-0.3";
import { AgentCardCodec, MessageCodec, TaskCodec } from "@a2agen/a2a-1.0";
import { type Codec, DecodeError, formatIssue, strictCodec } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";

const message = { messageId: "1", role: "ROLE_USER", parts: [{ text: "x" }] };

function problemsOf(codec: Codec<unknown>, value: unknown): readonly string[] {
  const result = strictCodec(codec).tryDecode(value);
  return result.ok ? [] : result.issues.map(formatIssue);
}

describe("strictCodec", () => {
  test.each<{ name: string; codec: Codec<unknown>; given: unknown; want: readonly string[] }>([
    { name: "known fields", codec: MessageCodec, given: message, want: [] },
    {
      name: "known fields that hold their default or have their proto name, and free-form JSON",
      codec: MessageCodec,
      given: {
        message_id: "1",
        role: "ROLE_USER",
        parts: [{ data: { anything: { x: 1 } }, filename: "" }],
        metadata: { y: {} },
        extensions: [],
        taskId: "",
        contextId: undefined,
      },
      want: [],
    },
    {
      name: "a misspelled field",
      codec: MessageCodec,
      given: { ...message, contextid: "c", parts: [{ text: "x", metadta: {} }] },
      want: [
        "contextid: unknown field; did you mean contextId? [unknown]",
        "parts[0].metadta: unknown field; did you mean metadata? [unknown]",
      ],
    },
    {
      name: "a misspelled member of a oneof",
      codec: MessageCodec,
      given: { ...message, parts: [{ txt: "x" }] },
      want: [
        "parts[0]: set exactly one of text, raw, url, data; found none [oneof-none]",
        "parts[0].txt: unknown field; did you mean text? [unknown]",
      ],
    },
    {
      name: "a misspelled required field",
      codec: MessageCodec,
      given: { messageID: "1", role: "ROLE_USER", parts: [{ text: "x" }], context_id: "c" },
      want: ["messageId: required [required]", "messageID: unknown field; did you mean messageId? [unknown]"],
    },
    {
      name: "a value of 0.3",
      codec: MessageCodec,
      given: { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "x" }] },
      want: [
        'role: expected one of the values of Role (ROLE_USER, ROLE_AGENT), got "user": in this version that is "ROLE_USER" [enum]',
      ],
    },
    {
      name: "what only 0.3 has",
      codec: MessageCodec,
      given: { ...message, parts: [{ kind: "text", text: "x" }] },
      want: ["parts[0].kind: unknown field [unknown]"],
    },
    {
      name: "a field in the values of a map",
      codec: AgentCardCodec,
      given: {
        name: "n",
        description: "d",
        version: "1",
        supportedInterfaces: [
          { url: "https://a.example", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        ],
        capabilities: { streamin: true },
        defaultInputModes: ["text/plain"],
        defaultOutputModes: ["text/plain"],
        skills: [{ id: "s", name: "s", description: "s", tags: ["t"] }],
        securitySchemes: {
          "a b": { httpAuthSecurityScheme: { scheme: "bearer", bearer_format: "", hint: 1 } },
        },
      },
      want: [
        'securitySchemes["a b"].httpAuthSecurityScheme.hint: unknown field [unknown]',
        "capabilities.streamin: unknown field; did you mean streaming? [unknown]",
      ],
    },
    {
      name: "a part of 0.3",
      codec: v03.MessageCodec,
      given: {
        kind: "message",
        messageId: "1",
        role: "user",
        parts: [{ kind: "text", txt: "x", metadata: {} }],
      },
      want: [
        "parts[0].text: required [required]",
        "parts[0].txt: unknown field; did you mean text? [unknown]",
      ],
    },
    {
      name: "a value of 1.0 in 0.3",
      codec: v03.MessageCodec,
      given: { kind: "message", messageId: "1", role: "ROLE_USER", parts: [] },
      want: [
        'role: expected one of "agent", "user", got "ROLE_USER": in this version that is "user" [enum]',
        "parts: expected at least one element [empty]",
      ],
    },
  ])("$name", ({ codec, given, want }) => {
    const before = structuredClone(given);
    expect(problemsOf(codec, given)).toEqual(want);
    if (want.length > 0) expect(given).toEqual(before);
  });

  test.each([
    {
      name: "a name twice",
      text: '{ "messageId": "1",\n  "messageId": "2" }',
      want: "messageId: line 2, column 3: set twice [duplicate]",
    },
    {
      name: "a name twice below lists and objects, escaped once",
      text: String.raw`{"parts":[{"a":{}},{"data":[1,{"x":{"y":1},"z":[],"\u0078":2}]}]}`,
      want: "parts[1].data[1].x: line 1, column 51: set twice [duplicate]",
    },
    {
      name: "one name in two objects",
      text: '[{"a":{"a":"\\"a\\","}},{"a":1}]',
      want: "expected an object, got an array [type]",
    },
  ])("finds in a text $name", ({ text, want }) => {
    const parse = (): unknown => strictCodec(MessageCodec).parse(text);
    expect(parse).toThrow(DecodeError);
    try {
      parse();
    } catch (error) {
      expect((error as DecodeError).issues.map(formatIssue)).toEqual([want]);
    }
  });

  test("is a codec, whose every method refuses unknown fields", () => {
    const strict = strictCodec(MessageCodec);
    const wrong = { ...message, extra: 1 };
    for (const decode of [
      () => strict.decode(wrong),
      () => strict.copy(wrong),
      () => strict.parse(JSON.stringify(wrong)),
      () => strict.parse(new TextEncoder().encode(JSON.stringify(wrong))),
      () => strict.decodeParsed(wrong, { wellFormed: true }),
    ]) {
      expect(decode).toThrow(new DecodeError("lf.a2a.v1.Message", problemOf("extra", "unknown field")));
    }
    expect(strict.is(wrong)).toBe(false);
    expect(strict["~standard"].validate(wrong)).toEqual({
      issues: [{ message: "unknown field", path: ["extra"] }],
    });
    expect(strict.parse(JSON.stringify(message))).toEqual(message);
    expect(strict.is(message)).toBe(true);
    expect(strict["~standard"].validate(message)).toEqual({ value: message });
    expect(strict.decode(message)).toBe(message);
  });

  test("says where a text stops to be JSON", () => {
    expect(() => strictCodec(MessageCodec).parse('{\n  "messageId": "1",\n}')).toThrow(
      /^invalid lf\.a2a\.v1\.Message:\n {2}line 3, column 1: .* \[syntax\]$/,
    );
  });

  test("finds a thousand unknown fields, and looks for no more", () => {
    const named = (length: number): Record<string, number> =>
      Object.fromEntries(Array.from({ length }, (_, at) => [`f${at}`, at]));
    const metadata = named(1_000);
    const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
    expect(problemsOf(TaskCodec, { ...task, ...metadata })).toHaveLength(1_000);
    expect(problemsOf(TaskCodec, { ...task, ...named(20_000) })).toHaveLength(1_000);
    expect(problemsOf(TaskCodec, { ...task, metadata })).toEqual([]);
  });
});

function problemOf(
  path: string,
  text: string,
): readonly [
  {
    readonly code: "unknown";
    readonly path: string;
    readonly segments: readonly string[];
    readonly message: string;
  },
] {
  return [{ code: "unknown", path, segments: [path], message: text }];
}

import { AuthorizationCodeOAuthFlowCodec, PartCodec, TaskCodec, TaskStatusCodec } from "@a2agen/a2a-1.0";
import { type Codec, DecodeError } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { issuesOf, parseIssuesOf } from "./issues-of.ts";

const surrogate = "expected a string of valid Unicode, got a lone surrogate at index";
const surrogateKey = "expected a key of valid Unicode, got a lone surrogate at index";

/** Makes a text one that is looked at as a whole. */
const longEnd = " ".repeat(1000);

describe("half of a surrogate pair is refused", () => {
  const cases: readonly {
    readonly name: string;
    readonly codec: Codec<unknown>;
    /** JSON, with the surrogate as an escape. */
    readonly text: string;
    readonly want: readonly (string | RegExp)[];
  }[] = [
    { name: "in a string", codec: PartCodec, text: '{"text":"a\\ud800"}', want: [/^text: .* \[text\]$/] },
    { name: "the second half", codec: PartCodec, text: '{"text":"\\udc00"}', want: [/^text: .* \[text\]$/] },
    {
      name: "halves in the wrong order",
      codec: PartCodec,
      text: '{"text":"\\udc00\\ud800"}',
      want: [/^text: .* \[text\]$/],
    },
    {
      name: "in capital letters",
      codec: PartCodec,
      text: '{"text":"\\uD8FF"}',
      want: [/^text: .* \[text\]$/],
    },
    {
      name: "in a value of a struct",
      codec: PartCodec,
      text: '{"text":"a","metadata":{"b":["\\ud800"]}}',
      want: [`metadata["b"][0]: ${surrogate} 0 [text]`],
    },
    {
      name: "in a key of a struct",
      codec: PartCodec,
      text: '{"text":"a","metadata":{"x\\udfff":1}}',
      want: [`metadata["x\\udfff"]: ${surrogateKey} 1 [text]`],
    },
    {
      name: "in a key of a map",
      codec: AuthorizationCodeOAuthFlowCodec,
      text: '{"authorizationUrl":"a","tokenUrl":"b","scopes":{"\\ud800":"c"}}',
      want: [/^scopes\["\\ud800"\]: .* \[(?:key|text)\]$/],
    },
    {
      name: "in an enum",
      codec: TaskStatusCodec,
      text: '{"state":"\\ud800"}',
      want: [/^state: .* \[(?:enum|text)\]$/],
    },
    {
      name: "in a Value",
      codec: PartCodec,
      text: '{"data":"\\ud800"}',
      want: [`data: ${surrogate} 0 [text]`],
    },
  ];

  test.each(cases)("$name", ({ codec, text, want }) => {
    const wanted = want.map((line): unknown =>
      typeof line === "string" ? line : expect.stringMatching(line),
    );
    expect(issuesOf(codec, JSON.parse(text))).toEqual(wanted);
    expect(parseIssuesOf(codec, text)).toEqual(wanted);
    expect(parseIssuesOf(codec, text + longEnd)).toEqual(wanted);
    expect(parseIssuesOf(codec, new TextEncoder().encode(text))).toEqual(wanted);
  });

  test("but not in a field that the message does not have", () => {
    expect(parseIssuesOf(PartCodec, '{"text":"a","unknown":{"\\ud800":"\\udc00"}}')).toEqual([]);
  });

  test.each(["\\ud83d\\ude00", "\\ud83D\\uDe00", "\\\\ud800", "\\u00d8\\u0000"])("%s is none", (inText) => {
    const text = `{"text":"${inText}"}`;
    for (const given of [text, text + longEnd]) {
      expect(PartCodec.parse(given).text).toBe((JSON.parse(text) as { text: string }).text);
    }
  });
});

describe("what is no JSON text is refused", () => {
  const whole = '{"id":"a","status":{"state":"TASK_STATE_WORKING"}}';

  test("cut off anywhere", () => {
    const lines = Array.from({ length: whole.length }, (_, end) =>
      parseIssuesOf(TaskCodec, whole.slice(0, end)),
    );
    expect(lines).toEqual(lines.map((): unknown[] => [expect.stringMatching(/^[^:\n]+.* \[syntax\]$/s)]));
    expect(parseIssuesOf(TaskCodec, whole)).toEqual([]);
  });

  test.each([
    "",
    " ",
    "{}{}",
    "{'text':'a'}",
    '{"text":"a",}',
    '{"text":NaN}',
    '{"text":01}',
    "// a\n{}",
    '{"text":"\t"}',
  ])("%j", (text) => {
    expect(parseIssuesOf(PartCodec, text)).toEqual([expect.stringMatching(/ \[syntax\]$/)]);
  });

  test("the error keeps its cause", () => {
    const error = thrownBy(() => PartCodec.parse("{"));
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect({ name: error.name, code: error.code, typeName: error.typeName }).toEqual({
      name: "DecodeError",
      code: "ERR_A2AGEN_DECODE",
      typeName: "lf.a2a.v1.Part",
    });
  });
});

describe("bytes", () => {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

  test("in UTF-8 are a text", () => {
    expect(PartCodec.parse(utf8('{"text":"ü€😀"}'))).toEqual({ text: "ü€😀" });
  });

  test("may begin with a byte order mark", () => {
    expect(PartCodec.parse(utf8('\ufeff{"text":"a"}'))).toEqual({ text: "a" });
  });

  test("may be a view into a larger buffer", () => {
    const all = utf8('xx{"text":"a"}yy');
    expect(PartCodec.parse(all.subarray(2, -2))).toEqual({ text: "a" });
  });

  test.each([
    { name: "a continuation byte alone", bytes: [0x80] },
    { name: "a sequence that is cut off", bytes: [0xe2, 0x82] },
    { name: "an overlong form", bytes: [0xc0, 0xaf] },
    { name: "a surrogate", bytes: [0xed, 0xa0, 0x80] },
    { name: "a character beyond the last", bytes: [0xf4, 0x90, 0x80, 0x80] },
    { name: "a byte that never occurs", bytes: [0xff] },
  ])("are refused with $name", ({ bytes }) => {
    const text = Uint8Array.of(...utf8('{"text":"'), ...bytes, ...utf8('"}'));
    expect(parseIssuesOf(PartCodec, text)).toEqual([expect.stringMatching(/ \[syntax\]$/)]);
    expect(thrownBy(() => PartCodec.parse(text)).cause).toBeInstanceOf(TypeError);
  });
});

test("a string that begins with a byte order mark is no JSON text", () => {
  expect(parseIssuesOf(PartCodec, '\ufeff{"text":"a"}')).toEqual([expect.stringMatching(/ \[syntax\]$/)]);
});

describe("of equal keys the last counts, as JSON.parse has it", () => {
  test("in a message", () => {
    expect(PartCodec.parse('{"text":1,"text":"b"}')).toEqual({ text: "b" });
    expect(parseIssuesOf(PartCodec, '{"text":"b","text":1}')).toEqual([
      "text: expected a string, got 1 [type]",
    ]);
  });

  test("but a field under its JSON name and its proto name is refused", () => {
    expect(parseIssuesOf(PartCodec, '{"text":"a","mediaType":"b","media_type":"c"}')).toEqual([
      "mediaType: set twice, as mediaType and media_type [duplicate]",
    ]);
  });
});

function thrownBy(run: () => unknown): DecodeError {
  try {
    run();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error("expected a DecodeError");
}

import { describe, expect, test } from "vitest";
import { loadVersions } from "../../../../../packages/migrate/src/versions.ts";
import { answer } from "../../../../../packages/pages/src/playground/check/answer.ts";
import type {
  CheckRequest,
  Decoded,
  Note,
  PaneRequest,
  Report,
} from "../../../../../packages/pages/src/playground/check/report.ts";
import { examples } from "../../../../../packages/pages/src/playground/examples/examples.ts";

const versions = await loadVersions();

async function check(
  text: string,
  pane: PaneRequest = { kind: "canonical" },
  hints: Pick<CheckRequest, "dialect" | "typeName"> = {},
): Promise<Report> {
  // A report is for one that was checked.
  return (await answer({ kind: "check", id: 1, text, pane, ...hints }, versions)) as Report;
}

async function decode(bytes: string | Uint8Array, typeName?: string): Promise<Decoded["result"]> {
  const { result } = (await answer({ kind: "decode", id: 1, bytes, typeName }, versions)) as Decoded;
  return result;
}

/** "line path: message [rule] text". */
function show(notes: readonly Note[], text: string): readonly string[] {
  return notes.map(
    ({ line, path, message, rule, section, from = 0, to = 0 }) =>
      `${line} ${path}: ${withoutLine(message)} [${rule ?? ""}] §${section?.number ?? ""} ${text.slice(from, to)}`,
  );
}

/** Later versions of V8 name the line as well. */
function withoutLine(message: string): string {
  return message.replace(/ \(line \d+ column \d+\)$/, "");
}

test.each(examples.map((example) => [example.name, example] as const))(
  "example %s",
  async (name, { text, keys }) => {
    const { found, notes, pane } = await check(text, { kind: "signatures", keys: keys ?? "" });
    expect({ found, notes: show(notes, text), pane }).toMatchSnapshot(name);
  },
);

describe("translation", () => {
  test.each([
    ["request-0.3", "Request, 0.3", "a2a-1.0"],
    ["request-draft", "Request, 0.3", "a2a-1.0-draft"],
    ["task-0.3", "Task, 1.0", "a2a-0.3"],
    ["card-1.0", "Agent card, 0.3", "a2a-1.0"],
    ["event-0.3", "Event of a stream, draft", "a2a-0.3"],
  ])("%s", async (name, example, to) => {
    const { text = "" } = examples.find((each) => each.name === example) ?? {};
    const { pane } = await check(text, { kind: "translation", to });
    expect([...pane.facts, ...show(pane.notes, text), pane.text].join("\n")).toMatchSnapshot(name);
  });
});

describe("binary and back", () => {
  test.each(["Task, 1.0", "Event of a stream, draft", "Agent card, 0.3", "Request, 0.3"])(
    "%s",
    async (name) => {
      const { text = "" } = examples.find((each) => each.name === name) ?? {};
      const { pane, found } = await check(text, { kind: "binary" });
      const { "Copy base64": base64 = "", "Copy hex": hex = "" } = pane.copies ?? {};
      expect(Buffer.from(base64, "base64").toString("hex")).toBe(hex);
      const read = await decode(hex, found?.typeName);
      if (!read.ok) throw new Error(read.message);
      expect(await decode(base64, found?.typeName)).toEqual(read);
      const again = await check(
        read.text,
        { kind: "binary" },
        { dialect: read.dialect, typeName: read.typeName },
      );
      expect(again.pane.copies).toEqual(pane.copies);
    },
  );

  test("the type of bytes is found", async () => {
    const { text } = examples[0];
    const { pane } = await check(text, { kind: "binary" });
    const read = await decode(pane.copies?.["Copy base64"] ?? "");
    expect(read.ok && read.typeName).toBe("lf.a2a.v1.Task");
  });

  test.each([
    ["", "expected bytes, got none"],
    ["zz zz!", "expected hexadecimal or base64, got other characters"],
    ["ffffffff", "no type of A2A reads these bytes; choose the version and type"],
  ])("%j is refused", async (bytes, message) => {
    expect(await decode(bytes)).toEqual({ ok: false, message });
  });
});

describe("texts that are no message", () => {
  test.each([
    ["", []],
    ["   ", []],
    ["{", ["1 : Expected property name or '}' in JSON at position 1 [syntax] § {"]],
    ['{"a":1}\n x', ["2 : Unexpected non-whitespace character after JSON at position 9 [syntax] § x"]],
    ["[]", ["1 : no version of A2A knows this: expected an object, found an array [] § ["]],
    ["null", ["1 : no version of A2A knows this: expected an object, found null [] § null"]],
    [
      '{"a":1,"a":2}',
      [
        "1 : no version of A2A knows this: no known type has the fields a [] § {",
        '1 a: is there twice in its object; most readers take the last one, some refuse both [duplicate-key] § "a"',
      ],
    ],
    [
      '{"__proto__":{"id":"1"}}',
      ["1 : no version of A2A knows this: no known type has the fields __proto__ [] § {"],
    ],
    ["[".repeat(100_000) + "]".repeat(100_000), ["1 : expected at most 500 levels, found more [syntax] § ]"]],
  ])("%.30j", async (text, want) => {
    const { notes } = await check(text);
    expect(show(notes, text)).toEqual(want);
  });
});

test("a user may say what a text is", async () => {
  const text = '{"messageId":"1","role":"user","parts":[]}';
  const { found, notes } = await check(text, undefined, {
    dialect: "a2a-1.0",
    typeName: "lf.a2a.v1.Message",
  });
  expect(found).toMatchObject({ dialect: "a2a-1.0", typeName: "lf.a2a.v1.Message", certainty: "chosen" });
  expect(notes.map(({ path, rule }) => `${path} ${rule}`)).toEqual(["role enum", "parts empty"]);
});

test.each([
  ["schema", "json"],
  ["type", "typescript"],
] as const)("%s of a task", async (kind, language) => {
  const { pane } = await check(examples[0].text, { kind });
  expect(pane.language).toBe(language);
  expect(pane.text).toContain("TASK_STATE_INPUT_REQUIRED");
  expect(pane.text).not.toContain("AgentCard");
});

test("canonical form", async () => {
  const { pane } = await check('{"status":{"state":"TASK_STATE_WORKING"},"contextId":"","id":"1"}');
  expect(pane.text).toBe('{"id":"1","status":{"state":"TASK_STATE_WORKING"}}');
});

test("forms of before 0.3 are named at their places", async () => {
  const text = '{"kind":"message","messageId":"1","role":"user","parts":[{"kind":"TextPart","text":"hi"}]}';
  const { found, notes } = await check(text);
  expect(found).toMatchObject({ dialect: "a2a-0.3", typeName: "a2a-0.3.Message" });
  expect(show(notes, text)).toEqual([
    "1 parts[0]: is written as before 0.3 (draft A.2.1); read as 0.3 [] § {",
  ]);
});

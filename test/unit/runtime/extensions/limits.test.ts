import type { Message } from "@a2agen/a2a-1.0";
import { defineCodec } from "@a2agen/runtime/codegen/schema";
import { type DataLimit, defineExtension, type ExtensionInit } from "@a2agen/runtime/extensions";
import { expect, test } from "vitest";
import { say, startAgent } from "./start-agent.ts";

const uri = "https://example.com/ext/limits/v1";
interface Board {
  notes?: { text?: string }[];
  score?: number;
  labels?: Record<string, string>;
}
// Takes every value: what is refused, a limit refuses.
const any = defineCodec<Board>({ typeName: "Board", check: () => undefined, encode: (value) => value });

const limits: readonly DataLimit[] = [
  { path: "notes", rule: "maxItems", param: "mostNotes" },
  { path: "notes[].text", rule: "maxLength", param: "longestText" },
  { path: "score", rule: "maximum", param: "highest" },
  { path: "labels", rule: "memberOf", param: "labels" },
];

const terms: ExtensionInit<Board, Record<string, unknown>> = {
  uri,
  kind: "profile",
  description: "",
  required: false,
  dependencies: [],
  data: any,
  placements: [{ typeName: "lf.a2a.v1.Message", metadata: "metadata", extensions: "extensions" }],
  holders: { "lf.a2a.v1.SendMessageRequest": [{ field: "message", typeName: "lf.a2a.v1.Message" }] },
  limits,
};
const Limited = defineExtension<Board, Record<string, unknown>, Message>(terms);

test.each<[unknown, Record<string, unknown>, readonly string[]]>([
  [{ notes: [{ text: "a" }, { text: "b" }] }, { mostNotes: 2 }, []],
  [
    { notes: [{ text: "a" }, { text: "b" }] },
    { mostNotes: 1 },
    ["notes: expected at most 1 element, found 2, as mostNotes says"],
  ],
  [
    { notes: [{ text: "ok" }, { text: "\u{1F600}\u{1F600}\u{1F600}" }] },
    { longestText: 2 },
    ["notes[1].text: expected at most 2 characters, found 3, as longestText says"],
  ],
  [{ notes: [{ text: "\u{1F600}\u{1F600}" }] }, { longestText: 2 }, []],
  [{ score: 1.5 }, { highest: 1 }, ["score: expected at most 1, found 1.5, as highest says"]],
  [
    { labels: { a: "", c: "" } },
    { labels: ["a", "b"] },
    ["labels: expected members of a, b, found c, as labels says"],
  ],
  // A param that is of no use, or data that another check has refused, limits nothing.
  [
    { notes: 1, score: "high", labels: [] },
    { mostNotes: "2", longestText: 1, highest: 1, labels: ["a"] },
    [],
  ],
  [JSON.parse('{"__proto__": {"score": 9}}'), { highest: 1 }, []],
])("of %j with %j", (data, params, expected) => {
  expect(Limited.excessIn(data, params).map(({ path, message }) => `${path}: ${message}`)).toEqual(expected);
});

test("a host limits data by the params of its card", async () => {
  const agent = await startAgent({
    extensions: [{ extension: Limited }],
    declared: [{ uri, params: { mostNotes: 1 } }],
  });
  const { client } = await agent.connect("JSONRPC", { extensions: [Limited] });
  const { message } = say("");
  const send = (board: Board) =>
    client.sendMessage({ message: { ...message, metadata: { [uri]: JSON.parse(JSON.stringify(board)) } } });
  await expect(send({ notes: [{}] })).resolves.toBeDefined();
  await expect(send({ notes: [{}, {}] })).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [
      {
        field: "message",
        description: `notes: expected at most 1 element, found 2, as mostNotes says (${uri})`,
      },
    ],
  });
});

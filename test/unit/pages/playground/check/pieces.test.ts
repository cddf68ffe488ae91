import { expect, test } from "vitest";
import { loadVersions } from "../../../../../packages/migrate/src/versions.ts";
import { answer } from "../../../../../packages/pages/src/playground/check/answer.ts";
import { splitText } from "../../../../../packages/pages/src/playground/check/pieces.ts";
import type { CheckRequest, Report } from "../../../../../packages/pages/src/playground/check/report.ts";

const versions = await loadVersions();

const task = '{"id":"1","contextId":"1","status":{"state":"TASK_STATE_WORKING"}}';
const event = `{"statusUpdate":{"taskId":"1","contextId":"1","status":{"state":"TASK_STATE_WORKING"}}}`;
const wrong = event.replace("TASK_STATE_WORKING", "working");

function record(body: string, frames: readonly string[]): string {
  return JSON.stringify({
    format: "a2agen-exchange/1",
    id: "1",
    startTime: "2026-11-23T00:00:00Z",
    side: "SIDE_CLIENT",
    request: { verb: "POST", url: "https://agent.example.com/", body: { text: body } },
    answer: { afterMs: 1, status: 200, frames: frames.map((text) => ({ afterMs: 1, bytes: { text } })) },
  });
}

test.each([
  { name: "one message", text: task, want: undefined },
  {
    name: "one message on several lines",
    text: JSON.stringify(JSON.parse(task), undefined, 2),
    want: undefined,
  },
  { name: "a mistake in one message", text: '{\n"id": }\n', want: undefined },
  { name: "a list of strings", text: '["a"]', want: undefined },
  { name: "a list", text: `[${task}, ${event}]`, want: ["list", "[0]", task, "[1]", event] },
  { name: "JSON Lines", text: `${task}\r\n\n${event}\n`, want: ["lines", "", task, "", event] },
  { name: "JSON Lines with a mistake", text: `${task}\n{"id"\n`, want: ["lines", "", task, "", '{"id"'] },
  {
    name: "events",
    text: `: hello\n\nevent: a\ndata: ${task}\nid: 7\n\ndata:{"a":\r\ndata:1}\r\n\r\n`,
    want: ["events", "", task, "", '{"a":\r\n     1}'],
  },
  {
    name: "a recording",
    text: `${record(task, [`data: ${event}\n\n`, `data: ${event}\n\n`])}\n`,
    want: ["recording", "request.body", task, "answer.frames[0]", event, "answer.frames[1]", event],
  },
])("$name", ({ text, want }) => {
  const split = splitText(text);
  expect(split && [split.kind, ...split.pieces.flatMap((piece) => [piece.path, piece.text.trim()])]).toEqual(
    want,
  );
  for (const { text: piece, from, to, isVerbatim } of split?.pieces ?? []) {
    const place = text.slice(from, to);
    if (isVerbatim)
      expect([...piece].every((character, at) => character === " " || character === place[at])).toBe(true);
    else expect(JSON.parse(place)).toContain(piece.trim());
  }
});

async function check(text: string, more: Partial<CheckRequest> = {}): Promise<Report> {
  const pane = { kind: "translation", to: "a2a-0.3" } as const;
  return (await answer({ kind: "check", id: 1, text, pane, ...more }, versions)) as Report;
}

test.each([
  ["[", ",", "]", "[2].statusUpdate.status.state"],
  ["", "\n", "", "statusUpdate.status.state"],
  ["data: ", "\n\ndata: ", "\n\n", "statusUpdate.status.state"],
])("problems of all stand at their places: %s", async (start, between, end, path) => {
  const text = `${start}${[event, task, wrong].join(between)}${end}`;
  const { notes, parts } = await check(text);
  expect(parts?.kinds).toEqual([
    ["StreamResponse, A2A 1.0", 2],
    ["Task, A2A 1.0", 1],
  ]);
  expect(notes.map((note) => [note.path, text.slice(note.from, note.to)])).toEqual([[path, '"working"']]);
});

test("a problem of a body stands at the line of the recording", async () => {
  const text = `${record(task, [])}\n${record(wrong, [])}\n`;
  const { notes } = await check(text);
  expect(notes.map(({ path, line }) => [path, line])).toEqual([
    ["request.body.statusUpdate.status.state", 2],
  ]);
});

test("the views show the part that is asked for", async () => {
  const text = `${event}\n${task}\n`;
  const shown = await check(text, { part: 1 });
  expect([shown.parts?.at, shown.found?.typeName]).toEqual([1, "lf.a2a.v1.Task"]);
  expect(JSON.parse(shown.pane.text ?? "")).toMatchObject({ kind: "task", id: "1" });
  expect((await check(text, { part: 99 })).parts?.at).toBe(1);
});

test("what fits equally well is said", async () => {
  const { found, others } = await check('{"id":"1"}');
  const all = [found, ...others].map((each) => `${each?.typeName} ${each?.what}`);
  expect(all).toMatchInlineSnapshot(`
    [
      "lf.a2a.v1.GetTaskRequest message",
      "lf.a2a.v1.CancelTaskRequest message",
      "lf.a2a.v1.SubscribeToTaskRequest message",
      "a2a-0.3.GetTaskPushNotificationConfigParams message",
      "a2a-0.3.ListTaskPushNotificationConfigParams message",
      "a2a-0.3.TaskIdParams message",
      "a2a-0.3.TaskQueryParams message",
    ]
  `);
  const chosen = await check('{"id":"1"}', { dialect: "a2a-1.0", typeName: "lf.a2a.v1.GetTaskRequest" });
  expect(chosen.others).toEqual([]);
});

test.each([
  ["lines", '{"id":"1"}\n'],
  ["events of one line", "data: 1\n\n"],
  ["an event of many lines", "data: \n"],
  ["a list", '{"id":"1"},'],
])("of very many only the first are read: %s", async (name, piece) => {
  const text = piece.repeat(20_000);
  const { notes, parts } = await check(name === "a list" ? `[${text}{}]` : text);
  expect([parts?.count, notes.at(0)?.message]).toMatchSnapshot(name);
});

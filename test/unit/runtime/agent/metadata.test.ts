import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { type AgentEvent, completed, inputRequired, MemoryTaskStore, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { start, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";

const usage = { input: 10, output: 5 };

/** The states, texts and metadata of status updates. */
function toldOf(events: readonly StreamResponse[]): readonly unknown[] {
  return events.flatMap(({ statusUpdate: update }) =>
    update === undefined
      ? []
      : [[update.status.state, update.status.message?.parts[0]?.text ?? "", update.metadata ?? {}]],
  );
}

test("metadata is merged into the task by its keys, and null removes one", async () => {
  const { client } = await start({
    async *execute() {
      yield { metadata: { usage: { input: 1 }, model: "small", draft: true } };
      yield { metadata: { usage, draft: null } };
      yield { metadata: JSON.parse('{"__proto__":"own"}') };
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
  const want = JSON.parse('{"usage":{"input":10,"output":5},"model":"small","__proto__":"own"}');
  expect(task.metadata).toStrictEqual(want);
  const { tasks } = await client.listTasks({});
  expect(tasks[0]?.metadata).toStrictEqual(want);
});

test("a stream has metadata in a status update with the status as it is, which the history has once", async () => {
  const { client } = await start({
    async *execute() {
      yield working("at it");
      yield { metadata: { usage } };
      yield completed("done");
    },
  });
  const events = await collect(client.sendStreamingMessage({ message: userMessage("go") }));
  expect(toldOf(events)).toEqual([
    ["TASK_STATE_WORKING", "at it", {}],
    ["TASK_STATE_WORKING", "at it", { usage }],
    ["TASK_STATE_COMPLETED", "done", {}],
  ]);
  expect(events[2]?.statusUpdate?.status).toEqual(events[1]?.statusUpdate?.status);
  const task = await client.getTask({ id: events[0]?.task?.id ?? "" });
  expect(task.history?.map(({ parts }) => parts[0]?.text)).toEqual(["go", "at it"]);
  expect(task.metadata).toEqual({ usage });
});

test("a question stays the status of its task when metadata follows it", async () => {
  const { client } = await start({
    async *execute() {
      yield inputRequired("where to?");
      yield { metadata: { usage } };
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("go") }));
  await expect.poll(async () => (await client.getTask({ id })).metadata).toEqual({ usage });
  const task = await client.getTask({ id });
  expect(task.status).toMatchObject({
    state: "TASK_STATE_INPUT_REQUIRED",
    message: { parts: [{ text: "where to?" }] },
  });
});

test("metadata is kept when the log of its task is compacted", async () => {
  const store = new MemoryTaskStore({ service: A2AService });
  const { client } = await start({
    store,
    async *execute() {
      yield { metadata: { usage } };
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("go") }));
  const after = new Date(Date.now() + 60_000).toISOString();
  expect(await store.compact({ before: after, limit: 1, entries: 1 })).toEqual([id]);
  expect((await client.getTask({ id })).metadata).toEqual({ usage });
});

test.each<{ readonly event: unknown; readonly want: string }>([
  {
    event: { metadata: 7 },
    want: "execute: expected events with a status, an artifact, or metadata alone, found something else",
  },
  {
    event: { metadata: { of: () => 1 } },
    want: 'execute: its event or reply does not match the protocol: statusUpdate.metadata["of"]: ',
  },
])("metadata $event fails the task, and its author is told", async ({ event, want }) => {
  const { client, reported } = await start({
    async *execute() {
      yield event as AgentEvent;
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
  expect(task.status.state).toBe("TASK_STATE_FAILED");
  expect(reported.map(({ error }) => (error as Error).message)).toEqual([expect.stringContaining(want)]);
});

test("metadata counts to the size of its task", async () => {
  const { client, reported } = await start({
    limits: { size: 5000 },
    async *execute() {
      for (;;) yield { metadata: { text: "x".repeat(1000) } };
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("go") }));
  expect(task.status.message?.parts).toEqual([{ text: "The agent made more of this task than is kept." }]);
  expect(reported.map(({ error }) => String(error))).toEqual([
    "LimitError: the task has more than 5000 UTF-16 code units, its limit",
  ]);
});

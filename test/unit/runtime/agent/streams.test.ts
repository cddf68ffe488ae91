import { completed, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  aborted,
  card,
  createGate,
  failureOf,
  inShort,
  outline,
  type StartOptions,
  start,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { bindings } from "../../../shared/bindings/bindings.ts";
import { collect } from "../../../shared/collect.ts";

/** Says as much as it is told, and asks first when it is told to. */
async function* telling({ text, task }: Parameters<StartOptions["execute"]>[0]) {
  yield working("on it");
  if (text === "ask" && task === undefined) {
    yield inputRequired("How many?");
    return;
  }
  for (let index = 0; index < Number(text); index++) {
    yield textArtifact("log", `line ${index}`, { append: index > 0, lastChunk: index === Number(text) - 1 });
  }
  yield completed("done");
}

const wanted = [
  "task submitted",
  "working: on it",
  "artifact log: line 0",
  "artifact log +: line 1",
  "artifact log + last: line 2",
  "completed: done",
];

test.each(bindings)("a stream over $name begins with the task and ends with its end", async ({ name }) => {
  const { client } = await start({ execute: telling, binding: name, card });
  const events = await collect(client.sendStreamingMessage({ message: userMessage("3") }));
  expect(outline(events)).toEqual(wanted);
  const id = events[0]?.task?.id ?? "";
  expect(summary(await client.getTask({ id }))).toEqual({
    state: "completed",
    says: "done",
    history: ["user: 3", "agent: on it"],
    artifacts: ["log: line 0line 1line 2"],
  });
  const { statusUpdate } = events.at(-1) ?? {};
  expect(statusUpdate).toEqual({
    taskId: id,
    contextId: events[0]?.task?.contextId,
    status: {
      state: "TASK_STATE_COMPLETED",
      message: {
        messageId: expect.any(String),
        taskId: id,
        contextId: events[0]?.task?.contextId,
        role: "ROLE_AGENT",
        parts: [{ text: "done" }],
      },
      timestamp: expect.any(String),
    },
  });
});

test("a stream of a message ends when the task waits; one that follows the task goes on", async () => {
  const { client } = await start({ execute: telling });
  const first = await collect(client.sendStreamingMessage({ message: userMessage("ask") }));
  expect(outline(first)).toEqual(["task submitted", "working: on it", "input-required: How many?"]);
  const id = first[0]?.task?.id ?? "";
  const following = client.subscribeToTask({ id })[Symbol.asyncIterator]();
  const begin = await following.next();
  const second = await collect(client.sendStreamingMessage({ message: userMessage("1", { taskId: id }) }));
  const rest = await collect({ [Symbol.asyncIterator]: () => following });
  expect(outline([...(begin.done === true ? [] : [begin.value]), ...rest])).toEqual([
    "task input-required",
    "working",
    ...outline(second).slice(1),
  ]);
  expect(outline(second)).toEqual([
    "task working",
    "working: on it",
    "artifact log last: line 0",
    "completed: done",
  ]);
});

test("all who follow a task see the same events in the same order, from where they began", async () => {
  const gates = [createGate(), createGate(), createGate()] as const;
  const { client } = await start({
    async *execute() {
      for (const [index, gate] of gates.entries()) {
        await gate.opened;
        for (let line = 0; line < 50; line++)
          yield textArtifact(`part ${index}`, `${line};`, { append: true });
      }
    },
  });
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi"), configuration }));
  const readers: Promise<readonly string[]>[] = [];
  for (const gate of gates) {
    // Two begin before each part.
    for (let count = 0; count < 2; count++) {
      const begun = createGate();
      readers.push(
        (async () => {
          const events = [];
          for await (const event of client.subscribeToTask({ id })) {
            events.push(event);
            begun.open();
          }
          const parts = (events[0]?.task?.artifacts ?? []).flatMap(({ artifactId, parts: own }) =>
            own.flatMap(({ text = "" }) =>
              (text.match(/\d+;/g) ?? []).map((piece) => `${artifactId} ${piece}`),
            ),
          );
          const later = events.flatMap(({ artifactUpdate }) =>
            artifactUpdate === undefined
              ? []
              : [`${artifactUpdate.artifact.artifactId} ${artifactUpdate.artifact.parts[0]?.text ?? ""}`],
          );
          return [...parts, ...later];
        })(),
      );
      await begun.opened;
    }
    gate.open();
  }
  const all = gates.flatMap((_, part) =>
    Array.from({ length: 50 }, (_unused, line) => `part ${part} ${line};`),
  );
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(all);
});

test("a client that goes away leaves the task and the other streams alone", async () => {
  const gate = createGate();
  const { client } = await start({
    async *execute({ signal }) {
      yield working("one");
      await gate.opened;
      yield completed(signal.aborted ? "stopped" : "done");
    },
  });
  const stream = client.sendStreamingMessage({ message: userMessage("hi") })[Symbol.asyncIterator]();
  const first = await stream.next();
  const id = first.done === true ? "" : (first.value.task?.id ?? "");
  const other = client.subscribeToTask({ id })[Symbol.asyncIterator]();
  await other.next();
  await stream.return?.();
  gate.open();
  const rest = await collect({ [Symbol.asyncIterator]: () => other });
  expect(outline(rest).at(-1)).toBe("completed: done");
  expect(stateOf(await client.getTask({ id }))).toBe("completed");
});

test("a task that ended cannot be followed, and neither can one that is not there", async () => {
  const { client } = await start({ execute: telling });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("1") }));
  expect(inShort(await failureOf(collect(client.subscribeToTask({ id }))))).toEqual({
    error: "UnsupportedOperationError",
  });
  expect(inShort(await failureOf(collect(client.subscribeToTask({ id: "none" }))))).toEqual({
    error: "TaskNotFoundError",
  });
});

test.each([
  {
    length: undefined,
    history: ["user: ask", "agent: on it", "agent: How many?", "user: 0", "agent: on it"],
  },
  { length: 0, history: undefined },
  { length: 2, history: ["user: 0", "agent: on it"] },
  { length: 9, history: ["user: ask", "agent: on it", "agent: How many?", "user: 0", "agent: on it"] },
])("a history length of $length", async ({ length, history }) => {
  const { client } = await start({ execute: telling });
  const lengths = length === undefined ? {} : { historyLength: length };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  const message = userMessage("0", { taskId: id });
  const sent = taskOf(await client.sendMessage({ message, configuration: lengths }));
  const want = { state: "completed", says: "done", ...(history === undefined ? {} : { history }) };
  expect(summary(sent)).toEqual(want);
  expect(summary(await client.getTask({ id, ...lengths }))).toEqual(want);
  const { tasks } = await client.listTasks(lengths);
  // A list has no history unless it is asked for.
  expect(tasks.map(summary)).toEqual([length === undefined ? { state: "completed", says: "done" } : want]);
  const [first] = await collect(client.sendStreamingMessage({ message, configuration: lengths }));
  expect(summary(taskOf(first ?? {}))).toEqual(want);
});

test("a stream ends with its call, not with the author that waits", async () => {
  const ended = createGate();
  const { client } = await start({
    async *execute({ signal }) {
      yield working("waiting");
      await aborted(signal);
      ended.open();
    },
  });
  const controller = new AbortController();
  const stream = client.sendStreamingMessage({ message: userMessage("hi") }, { signal: controller.signal });
  const seen: string[] = [];
  const error = await failureOf(
    (async () => {
      for await (const event of stream) {
        seen.push(...outline([event]));
        if (seen.length === 2) controller.abort();
      }
    })(),
  );
  expect([error.status, seen]).toEqual(["CANCELLED", ["task submitted", "working: waiting"]]);
  const { tasks } = await client.listTasks({ status: "TASK_STATE_WORKING" });
  expect(tasks).toHaveLength(1);
  await client.cancelTask({ id: tasks[0]?.id ?? "" });
  await ended.opened;
});

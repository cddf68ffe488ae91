import type { SendStreamingMessageResult as Event03, Task as Task03 } from "@a2agen/a2a-0.3";
import type { StreamResponse, Task } from "@a2agen/a2a-1.0";
import type { StreamResponse as NextEvent, Task as NextTask } from "@a2agen/a2a-1.1-dev";
import { foldEvent } from "@a2agen/runtime/client";
import { expect, test } from "vitest";

const at = { taskId: "t", contextId: "c" };
const said = (messageId: string) => ({
  messageId,
  role: "ROLE_AGENT" as const,
  parts: [{ text: messageId }],
});

function foldAll<T extends Parameters<typeof foldEvent>[0] & object>(
  events: readonly object[],
): T | undefined {
  return events.reduce<T | undefined>((task, event) => foldEvent(task, event), undefined);
}

test("a task grows by its events; texts that come in pieces are one, and messages of statuses go to the history", () => {
  const events: readonly StreamResponse[] = [
    { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" }, history: [said("m")] } },
    { statusUpdate: { ...at, status: { state: "TASK_STATE_WORKING", message: said("one") } } },
    { artifactUpdate: { ...at, artifact: { artifactId: "a", name: "A", parts: [{ text: "Hel" }] } } },
    { artifactUpdate: { ...at, artifact: { artifactId: "a", parts: [{ text: "lo" }] }, append: true } },
    { artifactUpdate: { ...at, artifact: { artifactId: "b", parts: [{ data: 1 }] }, append: true } },
    { artifactUpdate: { ...at, artifact: { artifactId: "b", parts: [{ data: 2 }] }, lastChunk: true } },
    { statusUpdate: { ...at, status: { state: "TASK_STATE_COMPLETED", message: said("two") } } },
  ];
  const tasks: (Task | undefined)[] = [];
  for (const event of events) tasks.push(foldEvent(tasks.at(-1), event));
  expect(tasks.at(-1)).toEqual({
    id: "t",
    contextId: "c",
    status: { state: "TASK_STATE_COMPLETED", message: said("two") },
    artifacts: [
      { artifactId: "a", name: "A", parts: [{ text: "Hello" }] },
      { artifactId: "b", parts: [{ data: 2 }] },
    ],
    history: [said("m"), said("one")],
  });
  // What was handed out before stays as it was.
  expect(tasks[2]?.artifacts).toEqual([{ artifactId: "a", name: "A", parts: [{ text: "Hel" }] }]);
});

test("events with a tag make a task of their version", () => {
  const text = (text: string) => ({ kind: "text" as const, text });
  const events: readonly Event03[] = [
    { kind: "task", id: "t", contextId: "c", status: { state: "submitted" } },
    { kind: "artifact-update", ...at, artifact: { artifactId: "a", parts: [text("Hel")] } },
    { kind: "artifact-update", ...at, artifact: { artifactId: "a", parts: [text("lo")] }, append: true },
    { kind: "status-update", ...at, status: { state: "completed" }, final: true },
  ];
  expect(foldAll<Task03>(events)).toEqual({
    kind: "task",
    id: "t",
    contextId: "c",
    status: { state: "completed" },
    artifacts: [{ artifactId: "a", parts: [text("Hello")] }],
  });
});

test("tasks that count their changes have the generation and the timeline of the last event", () => {
  const message = { messageId: "n", role: "ROLE_USER" as const, parts: [{ text: "more" }] };
  const status = { state: "TASK_STATE_WORKING" as const };
  const events: readonly NextEvent[] = [
    {
      task: {
        id: "t",
        contextId: "c",
        status: { state: "TASK_STATE_SUBMITTED" },
        timeline: [],
        generation: "1",
      },
    },
    { messageUpdate: { ...at, message, generation: "2" } },
    { statusUpdate: { ...at, status, generation: "3" } },
    { artifactUpdate: { ...at, artifact: { artifactId: "a", parts: [{ text: "x" }] }, generation: "4" } },
    {
      artifactUpdate: {
        ...at,
        artifact: { artifactId: "a", parts: [{ text: "y" }] },
        append: true,
        lastChunk: true,
        generation: "5",
      },
    },
  ];
  expect(foldAll<NextTask>(events)).toEqual({
    id: "t",
    contextId: "c",
    status,
    artifacts: [{ artifactId: "a", parts: [{ text: "xy" }], startGeneration: "4", endGeneration: "5" }],
    history: [message],
    timeline: [
      { generation: "2", message },
      { generation: "3", status },
    ],
    generation: "5",
  });
});

test("a message that is the answer leaves the task as it is", () => {
  const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  expect(foldEvent(task, { message: said("m") })).toBe(task);
  expect(foldEvent(undefined, { message: said("m") })).toBeUndefined();
  expect(foldEvent(undefined, { kind: "message", ...said("m") })).toBeUndefined();
});

test("a task may begin with an update, and its state is told later", () => {
  const artifact = { artifactId: "a", parts: [{ text: "x" }] };
  const begun = foldEvent<Task>(undefined, { artifactUpdate: { ...at, artifact, append: true } });
  expect(begun).toEqual({ id: "t", contextId: "c", status: {}, artifacts: [artifact] });
  const status = { state: "TASK_STATE_WORKING" as const };
  expect(foldEvent(begun, { statusUpdate: { ...at, status } })).toEqual({ ...begun, status });
});

test("a message comes into the history once, and a task takes the place of what was known", () => {
  const asked = { state: "TASK_STATE_INPUT_REQUIRED" as const, message: said("asked") };
  const task: Task = { id: "t", contextId: "c", status: asked, history: [said("asked")] };
  const working = { statusUpdate: { ...at, status: { state: "TASK_STATE_WORKING" as const } } };
  expect(foldEvent(task, working)?.history).toEqual([said("asked")]);
  const whole: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
  expect(foldEvent(task, { task: whole })).toEqual(whole);
  // The answer of GetTask is the task itself.
  expect(foldEvent(task, whole)).toEqual(whole);
});

test("an update that leaves the status as it is brings metadata of the task; that of other updates is their own", () => {
  const status = { state: "TASK_STATE_WORKING" as const, message: said("one") };
  const task: Task = { id: "t", contextId: "c", status, metadata: { old: 1, gone: 2 } };
  const metadata = { usage: { tokens: 3 }, gone: null };
  const merged = foldEvent(task, { statusUpdate: { ...at, status, metadata } });
  expect(merged).toEqual({ ...task, metadata: { old: 1, usage: { tokens: 3 } } });
  const done = { state: "TASK_STATE_COMPLETED" as const };
  expect(foldEvent(merged, { statusUpdate: { ...at, status: done, metadata } })).toEqual({
    ...merged,
    status: done,
    history: [said("one")],
  });
});

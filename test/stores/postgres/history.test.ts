import type { TaskEntry } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { findViolations, type History } from "./history.ts";

const place = { taskId: "t", contextId: "c" };

function status(state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED" | "TASK_STATE_CANCELED") {
  return { statusUpdate: { ...place, status: { state } } };
}

function part(number: number) {
  return { artifactUpdate: { ...place, artifact: { artifactId: "a", parts: [{ text: `${number} by 1` }] } } };
}

const log: readonly TaskEntry[] = [
  { step: { name: "one", value: 2 } },
  part(1),
  part(2),
  status("TASK_STATE_COMPLETED"),
];
const beginning = { task: { id: "t", status: { state: "TASK_STATE_SUBMITTED" as const } } };
const good: History = {
  logs: new Map([["t", log]]),
  streams: [
    { taskId: "t", events: [beginning, part(1), part(2), status("TASK_STATE_COMPLETED")], isWhole: true },
    { taskId: "t", events: [beginning, part(1)], isWhole: false },
    { taskId: "t", events: [], isWhole: false },
  ],
  notifications: [2, 2, 3, 2, 3, 4].map((version) => ({ taskId: "t", id: `t:${version}` })),
  watched: new Set(["t"]),
  runs: [
    { taskId: "t", step: "one", run: 1 },
    { taskId: "t", step: "one", run: 2 },
  ],
};

function withLog(...entries: readonly TaskEntry[]): History {
  return { ...good, logs: new Map([["t", entries]]), streams: [], watched: new Set() };
}

function withStream(isWhole: boolean, ...events: History["streams"][number]["events"]): History {
  return { ...good, streams: [{ taskId: "t", events, isWhole }] };
}

function withNotifications(...versions: readonly number[]): History {
  return { ...good, notifications: versions.map((version) => ({ taskId: "t", id: `t:${version}` })) };
}

const lost = "t: a stream lost, doubled or changed an event";
const notHere = "t: a stream does not begin where its task stands";

test.each([
  { name: "a good history", history: good, want: [] },
  { name: "a task that is stuck", history: withLog(part(1)), want: ["t: stuck in its beginning"] },
  {
    name: "a task that ends twice",
    history: withLog(part(1), status("TASK_STATE_CANCELED"), status("TASK_STATE_COMPLETED")),
    want: ["t: ended twice"],
  },
  {
    name: "a number that was written twice",
    history: withLog(part(1), part(1), status("TASK_STATE_COMPLETED")),
    want: ["t: counted 1 1"],
  },
  {
    name: "an event that a stream lost",
    history: withStream(true, beginning, part(1), status("TASK_STATE_COMPLETED")),
    want: [lost],
  },
  { name: "an event that came twice", history: withStream(false, beginning, part(1), part(1)), want: [lost] },
  { name: "a first event that was lost", history: withStream(false, beginning, part(2)), want: [notHere] },
  { name: "an event of no log", history: withStream(false, beginning, part(7)), want: [notHere] },
  {
    name: "a stream that ends early",
    history: withStream(true, beginning, part(1)),
    want: ["t: a stream ended before its task"],
  },
  {
    name: "a notification that was lost",
    history: withNotifications(2, 4),
    want: ["t: notified of 2 4, expected 2 3 4"],
  },
  {
    name: "notifications in another order",
    history: withNotifications(3, 2, 4),
    want: ["t: notified of 3 2 4, expected 2 3 4"],
  },
  {
    name: "a step that ran after it had returned",
    history: { ...good, runs: [...good.runs, { taskId: "t", step: "one", run: 3 }] },
    want: ["t: one ran after it had returned"],
  },
])("the checker judges $name", ({ history, want }) => {
  expect(findViolations(history)).toEqual(want);
});

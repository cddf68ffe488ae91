import type { StreamResponse } from "@a2agen/a2a-1.0";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import type { WireCall } from "../../../shared/faults/fault.ts";
import { faults } from "../../../shared/faults/faults.ts";
import { findViolations, type History, type Notification } from "./history.ts";

const place = { taskId: "t", contextId: "c" };

type State =
  | "TASK_STATE_WORKING"
  | "TASK_STATE_INPUT_REQUIRED"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_CANCELED"
  | "TASK_STATE_FAILED";

function status(state: State, second = 5) {
  return { statusUpdate: { ...place, status: { state, timestamp: `2026-01-01T00:00:0${second}Z` } } };
}

function part(number: number) {
  return {
    artifactUpdate: { ...place, artifact: { artifactId: "a", parts: [{ text: `${number} by 1;` }] } },
  };
}

function message(messageId: string) {
  return { message: { messageId, role: "ROLE_USER" as const, parts: [{ text: "2" }] } };
}

function turn(attempt: number): TaskEntry {
  const call = { method: "SendMessage", binding: "JSONRPC", version: "1.0", profile: "a2a-1.0" };
  const rest = { configuration: {}, metadata: {} };
  return { turn: { messageId: "m", attempt, ...rest, call: { ...call, extensions: [], activated: [] } } };
}

/** A turn whose message came with a webhook. */
const withWebhook: TaskEntry = {
  turn: {
    ...(turn(1) as Extract<TaskEntry, { turn: unknown }>).turn,
    configuration: { taskPushNotificationConfig: { url: "https://example.com" } },
  },
};

/** The task as a stream begins with it. */
function begun(parts = 0, { statusUpdate } = status("TASK_STATE_WORKING", 2)) {
  const pieces = Array.from({ length: parts }, (_, index) => `${index + 1} by 1;`);
  const artifacts = parts === 0 ? [] : [{ artifactId: "a", parts: [{ text: pieces.join("") }] }];
  return { task: { id: "t", status: statusUpdate.status, artifacts } };
}

const asks = status("TASK_STATE_INPUT_REQUIRED", 1);
const works = status("TASK_STATE_WORKING", 2);
const ends = status("TASK_STATE_COMPLETED");
const log: readonly TaskEntry[] = [
  asks,
  works,
  message("m"),
  turn(2),
  { step: { name: "one", value: 2 } },
  part(1),
  part(2),
  ends,
];
function told(version: number, event: unknown): Notification {
  return { taskId: "t", id: `t:${version}`, text: JSON.stringify(event) };
}

/** Pieces in one notification. */
function pieces(version: number, ...numbers: readonly number[]): Notification {
  const text = numbers.map((number) => `${number} by 1;`).join("");
  return told(version, { artifactUpdate: { ...place, artifact: { artifactId: "a", parts: [{ text }] } } });
}

const good: History = {
  logs: new Map([["t", log]]),
  wanted: new Map([["t", 2]]),
  canceled: new Set(),
  streams: [
    { taskId: "t", events: [begun(0, asks), works, part(1), part(2), ends], isWhole: true },
    { taskId: "t", events: [begun(), part(1)], isWhole: false },
    { taskId: "t", events: [begun(), part(1), begun(1), part(2), begun(2, ends)], isWhole: true },
    { taskId: "t", events: [begun(0, asks)], isWhole: true },
    { taskId: "t", events: [], isWhole: false },
  ],
  answers: [{ taskId: "t", state: "TASK_STATE_COMPLETED" }],
  messages: [{ taskId: "t", messageId: "m" }],
  repeated: [],
  notifications: [1, 1, 2, 1, 2, 6, 7, 8].map((version) => told(version, log[version - 1])),
  watched: new Set(["t"]),
  runs: [
    { taskId: "t", step: "one", attempt: 1, run: 1, begun: 10, ended: 11 },
    { taskId: "t", step: "one", attempt: 2, run: 2, begun: 30, ended: 31 },
    // By a process that was suspended meanwhile.
    { taskId: "t", step: "one", attempt: 1, run: 3, begun: 20, ended: 40 },
  ],
};

function withLog(...entries: readonly TaskEntry[]): History {
  const logs = new Map([["t", entries]]);
  return { ...good, logs, streams: [], watched: new Set(), answers: [], messages: [] };
}

function withStream(isWhole: boolean, ...events: History["streams"][number]["events"]): History {
  return { ...good, streams: [{ taskId: "t", events, isWhole }] };
}

function withNotifications(...versions: readonly number[]): History {
  return { ...good, notifications: versions.map((version) => told(version, log[version - 1])) };
}

const lost = "t: a stream lost, doubled or changed an event";
const notHere = "t: a stream does not begin where its task stands";
const goesBack = "t: a stream goes back, or is ahead of the log";

test.each([
  { name: "a good history", history: good, want: [] },
  { name: "a task that is lost", history: { ...good, logs: new Map() }, want: ["t: lost"] },
  { name: "a task that is stuck", history: withLog(part(1)), want: ["t: stuck in its beginning"] },
  {
    name: "a question that its client has seen",
    history: withLog(asks),
    want: ["t: stuck in TASK_STATE_INPUT_REQUIRED"],
  },
  {
    name: "a task that ends twice",
    history: withLog(part(1), part(2), ends, ends),
    want: ["t: ended twice"],
  },
  { name: "a task that fails", history: withLog(part(1), status("TASK_STATE_FAILED")), want: ["t: failed"] },
  {
    name: "a task that no one has canceled",
    history: withLog(part(1), status("TASK_STATE_CANCELED")),
    want: ["t: canceled by no one"],
  },
  {
    name: "a task that ends early",
    history: withLog(part(1), ends),
    want: ["t: completed with 1 of 2 parts"],
  },
  {
    name: "a number that was written twice",
    history: withLog(part(1), part(1), ends),
    want: ["t: counted 1 1"],
  },
  {
    name: "a time that goes back",
    history: withLog(part(1), part(2), works, status("TASK_STATE_COMPLETED", 1)),
    want: ["t: its time goes back"],
  },
  {
    name: "a message that was written twice",
    history: withLog(message("m"), message("m"), part(1), part(2), ends),
    want: ["t: has a message twice"],
  },
  {
    name: "a message that was lost",
    history: { ...good, messages: [{ taskId: "t", messageId: "other" }] },
    want: ["t: lost a message"],
  },
  {
    name: "an answer that was not true",
    history: { ...good, answers: [{ taskId: "t", state: "TASK_STATE_CANCELED" }] },
    want: ["t: answered TASK_STATE_CANCELED, ended with TASK_STATE_COMPLETED"],
  },
  {
    name: "a stream without a task",
    history: withStream(false, part(1)),
    want: ["t: a stream begins without a task"],
  },
  { name: "an event that a stream lost", history: withStream(true, begun(), part(1), ends), want: [lost] },
  { name: "an event that came twice", history: withStream(false, begun(), part(1), part(1)), want: [lost] },
  { name: "a first event that was lost", history: withStream(false, begun(), part(2)), want: [notHere] },
  {
    name: "a first status that was lost",
    history: withStream(false, begun(0, asks), part(1)),
    want: [notHere],
  },
  { name: "an event of no log", history: withStream(false, begun(), part(7)), want: [notHere] },
  { name: "a task of no log", history: withStream(false, begun(7)), want: [goesBack] },
  {
    name: "a stream that is resumed too early",
    history: withStream(false, begun(), part(1), begun(0)),
    want: [goesBack],
  },
  {
    name: "a stream that is resumed too late",
    history: withStream(false, begun(), part(1), begun(1), ends),
    want: [notHere],
  },
  {
    name: "a stream that ends early",
    history: withStream(true, begun(), part(1)),
    want: ["t: a stream ended before its task"],
  },
  {
    name: "a notification that was lost",
    history: withNotifications(1, 2, 7, 8),
    want: ["t: notified of 1 2 7 8, expected 1 2 6 7 8"],
  },
  {
    name: "notifications in another order",
    history: withNotifications(2, 1, 6, 7, 8),
    want: ["t: notified of 2 1 6 7 8, expected 1 2 6 7 8"],
  },
  {
    name: "pieces that were notified of together, twice",
    history: {
      ...good,
      notifications: [told(1, asks), told(2, works), pieces(7, 1, 2), pieces(7, 1, 2), told(8, ends)],
    },
    want: [],
  },
  {
    name: "a notification of pieces that lacks one",
    history: { ...good, notifications: [told(1, asks), told(2, works), pieces(7, 2), told(8, ends)] },
    want: ["t: notified of 1 2 7 8, expected 1 2 6 7 8"],
  },
  {
    name: "a notification of pieces that has one twice",
    history: {
      ...good,
      notifications: [told(1, asks), told(2, works), pieces(6, 1), pieces(7, 1, 2), told(8, ends)],
    },
    want: ["t: notified of pieces that it was notified of before: 1 2 6 7 8"],
  },
  {
    name: "a notification that says something else the second time",
    history: {
      ...good,
      notifications: [told(1, asks), told(2, works), pieces(7, 1), pieces(7, 1, 2), told(8, ends)],
    },
    want: ["t: notified of 7 in two ways"],
  },
  {
    name: "a status that was left out for pieces",
    history: { ...good, notifications: [told(1, asks), pieces(7, 1, 2), told(8, ends)] },
    want: ["t: notified of 1 7 8, expected 1 2 6 7 8"],
  },
  {
    name: "a webhook of a message whose client was told of nothing",
    history: {
      ...good,
      logs: new Map([["t", [withWebhook, ...log.filter((entry) => !("turn" in entry))]]]),
      streams: [],
      notifications: [],
      watched: new Set<string>(),
      runs: good.runs.map((run) => ({ ...run, attempt: 1 })),
    },
    want: ["t: notified of , expected 2 3 6 7 8"],
  },
  {
    name: "a repeated message that began one task",
    history: { ...withLog(turn(1), part(1), part(2), ends), repeated: [{ taskId: "t", messageId: "m" }] },
    want: [],
  },
  {
    name: "a repeated message that began two tasks",
    history: {
      ...withLog(turn(1), part(1), part(2), ends),
      logs: new Map(["t", "u"].map((id) => [id, [turn(1), part(1), part(2), ends]])),
      repeated: [{ taskId: "t", messageId: "m" }],
    },
    want: ["m: began t u, answered with t"],
  },
  {
    name: "a repeated message whose task is another one",
    history: { ...withLog(part(1), part(2), ends), repeated: [{ taskId: "t", messageId: "m" }] },
    want: ["m: began no task, answered with t"],
  },
  {
    name: "a step that a suspended process began too late",
    history: {
      ...good,
      runs: good.runs.map((run) => (run.run === 3 ? { ...run, begun: 32 } : run)),
    },
    want: ["t: one began after a later attempt had run it"],
  },
  {
    name: "a step that ran after it had returned",
    history: {
      ...good,
      runs: [...good.runs, { taskId: "t", step: "one", attempt: 3, run: 4, begun: 50, ended: 51 }],
    },
    want: ["t: one ran after it had returned"],
  },
  {
    name: "a step whose result comes from an attempt before",
    history: { ...good, runs: good.runs.map((run) => ({ ...run, attempt: 1 })) },
    want: ["t: one has the result of no run"],
  },
])("the checker judges $name", ({ history, want }) => {
  expect(findViolations(history)).toEqual(want);
});

// As an agent over JSON-RPC would have them.
const streamCall: WireCall = {
  verb: "POST",
  target: "/rpc",
  method: "SendStreamingMessage",
  params: {},
  text: "",
  header: () => undefined,
};

/** What the checker does not see, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  "a piece of an artifact is lost": "the parts of the history are whole artifacts",
  "a state comes twice": "authors may say the same state again",
  "an event with another id": "clients read events, and not their frames",
  "an empty stream": "streams may be cut before their first event",
};

const streamFaults = faults.flatMap(({ name, effect }) =>
  effect.kind === "events" && effect.when(streamCall) ? [{ name, map: effect.map }] : [],
);

test.each(streamFaults)("the checker finds $name", ({ name, map }) => {
  const given = [begun(0, asks), works, part(1), part(2), ends];
  const events = given
    .flatMap((event, at) => map(structuredClone({ jsonrpc: "2.0", id: 1, result: event }), at))
    // A frame without a result is no event: clients read nothing from it.
    .flatMap((frame) => (frame as { readonly result?: StreamResponse }).result ?? []);
  const found = findViolations(withStream(true, ...events));
  expect(found.length === 0).toBe(name in unseen);
});

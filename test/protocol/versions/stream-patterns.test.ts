import { A2AService, type StreamResponse, type TaskState } from "@a2agen/a2a-1.0";
import { implement } from "@a2agen/runtime/host";
import { expect, test } from "vitest";
import { callRaw, startFamily } from "../../shared/versions/start-family.ts";

const task = (id = "t", state: TaskState = "TASK_STATE_WORKING"): StreamResponse => ({
  task: { id, contextId: "c", status: { state } },
});
const status = (state: TaskState, taskId = "t"): StreamResponse => ({
  statusUpdate: { taskId, contextId: "c", status: { state } },
});
const message: StreamResponse = { message: { messageId: "r", role: "ROLE_AGENT", parts: [{ text: "hi" }] } };

const versions = [
  {
    version: "1.0",
    path: "/rpc",
    method: "SendStreamingMessage",
    role: "ROLE_USER",
    follow: "SubscribeToTask",
  },
  {
    version: "the draft",
    path: "/draft/rpc",
    method: "SendStreamingMessage",
    role: "user",
    follow: "SubscribeToTask",
  },
  { version: "0.3", path: "/rpc", method: "message/stream", role: "user", follow: "tasks/resubscribe" },
];

interface Outcome {
  readonly events: number;
  readonly error: string | undefined;
  readonly reported: readonly string[];
}

async function stream(
  events: readonly StreamResponse[],
  { path, method, role, follow }: (typeof versions)[number],
  resumed = false,
): Promise<Outcome> {
  async function* yieldAll(): AsyncGenerator<StreamResponse, void, undefined> {
    yield* events;
  }
  const { origin, errors } = await startFamily({
    options: {
      services: [implement(A2AService, { sendStreamingMessage: yieldAll, subscribeToTask: yieldAll })],
    },
  });
  const older = method === "message/stream";
  const sent = {
    messageId: "m",
    role,
    parts: [{ text: "x", ...(older && { kind: "text" }) }],
    ...(older && { kind: "message" }),
  };
  const params = resumed ? (path === "/draft/rpc" ? { name: "tasks/t" } : { id: "t" }) : { message: sent };
  const answer = [await callRaw(origin + path, resumed ? follow : method, params)].flat() as {
    error?: { code: number };
  }[];
  const failed = answer.find(({ error }) => error !== undefined)?.error;
  await new Promise((resolve) => setImmediate(resolve));
  return {
    events: answer.filter(({ error }) => error === undefined).length,
    error: failed && String(failed.code),
    reported: errors.map((error) => (error as Error).message.replace(/^the handler of \w+ yielded /, "")),
  };
}

const right = [
  { name: "one message", events: [message] },
  {
    name: "a task up to its end",
    events: [task(), status("TASK_STATE_WORKING"), status("TASK_STATE_COMPLETED")],
  },
  { name: "a task that has ended", events: [task("t", "TASK_STATE_FAILED")] },
];

const wrong = [
  {
    name: "a message after a task",
    events: [task(), message],
    want: 1,
    reported: "a message in the stream of a task (A2A 3.1.2)",
  },
  {
    name: "an update first",
    events: [status("TASK_STATE_WORKING"), task()],
    want: 0,
    reported: "an update before the task: a stream begins with its task, or is one message (A2A 3.1.2)",
  },
  {
    name: "another task",
    events: [task(), status("TASK_STATE_WORKING", "u")],
    want: 1,
    reported: 'an event of the task "u" in the stream of "t" (A2A 3.1.2)',
  },
];

/** Nothing that comes too late reaches the client, whose stream is in order. */
const late = [
  { name: "a second message", events: [message, message] },
  {
    name: "an event after the end",
    events: [task("t", "TASK_STATE_COMPLETED"), status("TASK_STATE_WORKING")],
  },
];

for (const one of versions) {
  test.each(right)(`a handler written by hand streams $name to ${one.version}`, async ({ events }) => {
    expect(await stream(events, one)).toEqual({ events: events.length, error: undefined, reported: [] });
  });

  test.each(wrong)(`a stream to ${one.version} fails with $name`, async ({ events, want, reported }) => {
    expect(await stream(events, one)).toEqual({ events: want, error: "-32006", reported: [reported] });
  });

  test.each(late)(`a stream to ${one.version} is over before $name`, async ({ events }) => {
    const reported =
      "an event after the last one: a stream ends with its message, or when its task has ended (A2A 3.1.2)";
    expect(await stream(events, one)).toEqual({ events: 1, error: undefined, reported: [reported] });
  });

  test(`a subscription of ${one.version} begins with its task`, async () => {
    const reported = "a message in the stream of a task (A2A 3.1.2)";
    expect(await stream([message], one, true)).toEqual({ events: 0, error: "-32006", reported: [reported] });
    expect(await stream([task(), status("TASK_STATE_CANCELED")], one, true)).toMatchObject({
      events: 2,
      reported: [],
    });
  });
}

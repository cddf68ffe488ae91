import { inputRequired, working } from "@a2agen/runtime/agent";
import { isCallError } from "@a2agen/runtime/service";
import { afterEach, expect, test } from "vitest";
import {
  aborted,
  failureOf,
  follow,
  inShort,
  outline,
  type StartedAgent,
  startAgent,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";
import { PushRecorder } from "./push-recorder.ts";

let started: StartedAgent;

afterEach(() => started.close());

test("an agent that closes stops its authors, fails what is left and refuses new calls", async () => {
  const push = new PushRecorder();
  const reasons: unknown[] = [];
  started = await startAgent({
    push,
    async *execute({ text, signal }) {
      if (text === "ask") {
        yield inputRequired("How many?");
        return;
      }
      yield working();
      await aborted(signal);
      reasons.push(signal.reason);
      if (text === "last word") yield inputRequired("Send it again later.");
      // Not heard of again.
      if (text === "deaf") await new Promise(() => undefined);
    },
  });
  const { client, agent } = started;
  const waiting = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  const subscribed = await follow(client.subscribeToTask({ id: waiting.id }));
  const streams = await Promise.all(
    ["deaf", "last word", "quiet"].map((text) =>
      follow(
        client.sendStreamingMessage({
          message: userMessage(text),
          configuration: { taskPushNotificationConfig: { url: "https://client.example.com" } },
        }),
      ),
    ),
  );
  const blocking = client.sendMessage({ message: userMessage("deaf") });
  blocking.catch(() => undefined);
  while ((await client.listTasks({ status: "TASK_STATE_WORKING" })).totalSize < 4);
  await agent.close(50);
  const failed = "failed: The agent was shut down before the task was done.";
  const ends = await Promise.all(streams.map(async ({ all }) => outline(await all)));
  expect(ends).toEqual([
    ["task submitted", "working", failed],
    ["task submitted", "working", "input-required: Send it again later."],
    ["task submitted", "working", failed],
  ]);
  expect(stateOf(taskOf(await blocking))).toBe("failed");
  // It goes on elsewhere.
  expect(outline(await subscribed.all)).toEqual(["task input-required"]);
  expect(reasons.map((reason) => isCallError(reason) && [reason.status, reason.reason])).toEqual(
    Array.from({ length: 4 }, () => ["UNAVAILABLE", "SHUTTING_DOWN"]),
  );
  expect(push.closed).toEqual([50]);
  expect([...push.delivered.values()].map((seen) => seen.at(-1))).toEqual([
    `2 ${failed}`,
    "2 input-required: Send it again later.",
    `2 ${failed}`,
  ]);
  const { id } = waiting;
  const calls = [
    client.sendMessage({ message: userMessage("hi") }),
    collect(client.sendStreamingMessage({ message: userMessage("hi") })),
    client.getTask({ id }),
    client.listTasks({}),
    client.cancelTask({ id }),
    collect(client.subscribeToTask({ id })),
    client.listTaskPushNotificationConfigs({ taskId: id }),
  ];
  expect(await Promise.all(calls.map(async (call) => inShort(await failureOf(call))))).toEqual(
    calls.map(() => ({ error: "UNAVAILABLE" })),
  );
});

test("an agent with nothing to do closes at once, as often as one likes", async () => {
  started = await startAgent({ execute: async () => "hello" });
  await started.client.sendMessage({ message: userMessage("hi") });
  await started.agent.close(60_000);
  await started.agent.close();
});

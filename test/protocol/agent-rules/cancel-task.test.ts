import { completed, type Execute, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  aborted,
  collect,
  failureOf,
  follow,
  inShort,
  outline,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../unit/runtime/agent/start-agent.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const immediately = { returnImmediately: true };

const execute: Execute = async function* ({ text, signal }) {
  yield textArtifact("a", "begun");
  if (text === "end") yield completed();
  else await aborted(signal);
};

test.each(worldsOf("3.1.5-cancel"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute });
  const { first, all } = await follow(client.sendStreamingMessage({ message: userMessage("wait") }));
  const { id } = taskOf(first);
  const ended = await client.cancelTask({ id });
  expect(summary(ended)).toEqual({ state: "canceled", history: ["user: wait"], artifacts: ["a: begun"] });
  expect(outline(await all)).toEqual(["task submitted", "artifact a: begun", "canceled"]);
  expect(await client.getTask({ id })).toEqual(ended);
});

test.each(worldsOf("3.1.5-errors"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("end") }));
  expect(inShort(await failureOf(client.cancelTask({ id })))).toEqual({ error: "TaskNotCancelableError" });
  expect(inShort(await failureOf(client.cancelTask({ id: "nowhere" })))).toEqual({
    error: "TaskNotFoundError",
  });
  expect(stateOf(await client.getTask({ id }))).toBe("completed");
});

test.each(worldsOf("3.1.5-cancelled"))("%s", async (_title, world) => {
  const { client, draftClient } = await startWorld(world, { execute });
  const message = userMessage("wait");
  const { id } = taskOf(await client.sendMessage({ message, configuration: immediately }));
  const older = draftClient();
  const task = await older.cancelTask({ name: `tasks/${id}` });
  expect(task.status.state).toBe("cancelled");
  const { tasks } = await older.listTasks({ status: "cancelled" });
  expect(tasks.map((one) => one.id)).toEqual([id]);
});

test.each(worldsOf("3.1.5-canceled"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute });
  const message = userMessage("wait");
  const { id } = taskOf(await client.sendMessage({ message, configuration: immediately }));
  expect((await client.cancelTask({ id })).status.state).toBe("TASK_STATE_CANCELED");
  const { tasks } = await client.listTasks({ status: "TASK_STATE_CANCELED" });
  expect(tasks.map((one) => one.id)).toEqual([id]);
});

test.each(worldsOf("3.3.1-cancel-again"))("%s", async (_title, world) => {
  let told = 0;
  const { client } = await startWorld(world, {
    async *execute({ signal }) {
      yield textArtifact("a", "begun");
      await aborted(signal);
      told++;
    },
  });
  const { first, all } = await follow(client.sendStreamingMessage({ message: userMessage("wait") }));
  const { id } = taskOf(first);
  const [one, two] = await Promise.allSettled([client.cancelTask({ id }), client.cancelTask({ id })]);
  const ended = await client.getTask({ id });
  // The one that comes second may find the task at its end already.
  for (const outcome of [one, two]) {
    if (outcome.status === "fulfilled") expect(outcome.value).toEqual(ended);
    else expect(outcome.reason).toMatchObject({ name: "TaskNotCancelableError" });
  }
  expect([one.status, two.status]).toContain("fulfilled");
  expect(inShort(await failureOf(client.cancelTask({ id })))).toEqual({ error: "TaskNotCancelableError" });
  expect(await client.getTask({ id })).toEqual(ended);
  expect(outline(await all).filter((line) => line === "canceled")).toHaveLength(1);
  expect(told).toBe(1);
  expect(await failureOf(collect(client.subscribeToTask({ id })))).toMatchObject({
    name: "UnsupportedOperationError",
  });
});

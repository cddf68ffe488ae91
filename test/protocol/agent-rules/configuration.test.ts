import {
  completed,
  type Execute,
  inputRequired,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { draftToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import {
  createGate,
  follow,
  outline,
  stateOf,
  taskOf,
  textOf,
  userMessage,
} from "../../shared/agent/start-agent.ts";
import { collect } from "../../shared/collect.ts";
import { receiver } from "../../shared/push/opened.ts";
import { local } from "../../shared/push/start-webhooks.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const blocking = { returnImmediately: false };
const immediately = { returnImmediately: true };

/** An agent that begins, says that it has, and goes on when it is let. */
async function startGated(world: World, end: Execute) {
  const [begun, gate] = [createGate(), createGate()];
  const running = await startWorld(world, {
    async *execute(turn) {
      yield working("busy");
      yield textArtifact("a", "early");
      begun.open();
      await gate.opened;
      yield* (await end(turn)) as AsyncIterable<never>;
    },
  });
  return { ...running, begun, gate };
}

/** Sends a message that blocks, and shows that it has no answer before the agent may go on. */
async function sendBlocking(world: World, end: Execute) {
  const { client, begun, gate } = await startGated(world, end);
  const order: string[] = [];
  const answer = client.sendMessage({ message: userMessage("hi"), configuration: blocking });
  const noted = answer.then(() => order.push("answer"));
  await begun.opened;
  const { tasks } = await client.listTasks({});
  expect(tasks.map(stateOf)).toEqual(["working"]);
  order.push("gate");
  gate.open();
  await noted;
  expect(order).toEqual(["gate", "answer"]);
  return { client, task: taskOf(await answer) };
}

const finish: Execute = async function* () {
  yield textArtifact("b", "late");
  yield completed("done");
};

const ask: Execute = async function* () {
  yield textArtifact("b", "late");
  yield inputRequired("How many?");
};

test.each(worldsOf("3.2.2-output-modes"))("%s", async (_title, world) => {
  const modes: (readonly string[])[] = [];
  const { client } = await startWorld(world, {
    async *execute({ acceptedOutputModes }: Turn) {
      modes.push(acceptedOutputModes);
      yield completed();
    },
  });
  const acceptedOutputModes = ["text/html", "text/plain"];
  await client.sendMessage({ message: userMessage("hi"), configuration: { acceptedOutputModes } });
  await client.sendMessage({ message: userMessage("hi"), configuration: { historyLength: 1 } });
  expect(modes).toEqual([acceptedOutputModes, []]);
});

test.each(worldsOf("3.2.2-blocking-to-end"))("%s", async (_title, world) => {
  const { task } = await sendBlocking(world, finish);
  expect(stateOf(task)).toBe("completed");
  // The departure of the table.
  const asking = await sendBlocking(world, ask);
  expect(stateOf(asking.task)).toBe("input-required");
});

test.each(worldsOf("3.2.2-blocking-to-rest"))("%s", async (_title, world) => {
  const ended = await sendBlocking(world, finish);
  expect(stateOf(ended.task)).toBe("completed");
  const asking = await sendBlocking(world, ask);
  expect(stateOf(asking.task)).toBe("input-required");
});

test.each(worldsOf("3.2.2-at-once"))("%s", async (_title, world) => {
  const { client, gate } = await startGated(world, finish);
  const message = userMessage("hi");
  const task = taskOf(await client.sendMessage({ message, configuration: immediately }));
  expect(["submitted", "working"]).toContain(stateOf(task));
  const { all } = await follow(client.subscribeToTask({ id: task.id }));
  gate.open();
  expect(outline(await all).at(-1)).toBe("completed: done");
});

test.each(worldsOf("3.2.2-default-at-once"))("%s", async (_title, world) => {
  const { draftClient, gate } = await startGated(world, finish);
  const { task } = await draftClient().sendMessage({
    message: { messageId: "1", role: "user", parts: [{ text: "hi" }] },
  });
  expect(["submitted", "working"]).toContain(task?.status.state);
  gate.open();
});

test.each(worldsOf("3.2.2-no-effect"))("%s", async (_title, world) => {
  const push = webhooks({ ...local, older: [draftToA2a10] });
  const execute: Execute = (turn) => (turn.text === "reply" ? Promise.resolve("hello") : finish(turn));
  const { client } = await startWorld(world, { execute, push });
  for (const mode of [blocking, immediately]) {
    const reply = await client.sendMessage({ message: userMessage("reply"), configuration: mode });
    expect(textOf(reply.message ?? { parts: [] })).toBe("hello");
    const hook = await receiver();
    const configuration = { ...mode, taskPushNotificationConfig: { id: "hook", url: hook.origin } };
    const message = userMessage("work");
    const events = await collect(client.sendStreamingMessage({ message, configuration }));
    expect(outline(events)).toEqual(["task submitted", "artifact b: late", "completed: done"]);
    expect(await hook.count(2)).toHaveLength(2);
  }
});

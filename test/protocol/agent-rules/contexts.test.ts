import { completed, type Execute, inputRequired, type Turn } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  collect,
  failureOf,
  inShort,
  outline,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../unit/runtime/agent/start-agent.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** An agent that replies, asks or completes, as it is told, and keeps what its turns were given. */
async function start(world: World) {
  const turns: Turn[] = [];
  async function* work({ text }: Turn) {
    yield text === "ask" ? inputRequired("How many?") : completed();
  }
  const execute: Execute = (turn) => {
    turns.push(turn);
    return turn.text === "reply" ? Promise.resolve("hello") : work(turn);
  };
  return { ...(await startWorld(world, { execute })), turns };
}

test.each(worldsOf("3.4.1-new-context"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const given = new Set<string | undefined>();
  for (const text of ["work", "work", "reply", "reply"]) {
    const { task, message } = await client.sendMessage({ message: userMessage(text) });
    given.add((task ?? message)?.contextId);
  }
  expect(given.size).toBe(4);
  expect(given).toEqual(new Set(turns.map(({ contextId }) => contextId)));
  for (const contextId of given) expect(contextId).toMatch(/^.{8,}$/);
});

test.each(worldsOf("3.4.1-told"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const { task } = await client.sendMessage({ message: userMessage("work") });
  const { message } = await client.sendMessage({ message: userMessage("reply") });
  const [streamed] = await collect(client.sendStreamingMessage({ message: userMessage("work") }));
  const [said] = await collect(client.sendStreamingMessage({ message: userMessage("reply") }));
  expect([task, message, streamed?.task, said?.message].map((one) => one?.contextId)).toEqual(
    turns.map(({ contextId }) => contextId),
  );
});

test.each(worldsOf("3.4.1-kept"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const contextId = "a context of the client, ä/?";
  const first = taskOf(await client.sendMessage({ message: userMessage("ask", { contextId }) }));
  const { id } = first;
  const again = userMessage("work", { contextId, taskId: id });
  const tasks = [
    first,
    taskOf(await client.sendMessage({ message: again })),
    await client.getTask({ id }),
    taskOf(await client.sendMessage({ message: userMessage("work", { contextId }) })),
    ...(await client.listTasks({ contextId })).tasks,
  ];
  const { message } = await client.sendMessage({ message: userMessage("reply", { contextId }) });
  expect(new Set([...tasks, message].map((one) => one?.contextId))).toEqual(new Set([contextId]));
  expect(new Set(turns.map((turn) => turn.contextId))).toEqual(new Set([contextId]));
  expect(tasks).toHaveLength(6);
});

test.each(worldsOf("3.4.1-session"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const { id, contextId = "" } = taskOf(await client.sendMessage({ message: userMessage("work") }));
  await client.sendMessage({ message: userMessage("work") });
  await client.sendMessage({ message: userMessage("work", { contextId }) });
  expect((await turns[1]?.siblings())?.map((task) => task.id)).toEqual([]);
  expect((await turns[2]?.siblings())?.map((task) => task.id)).toEqual([id]);
});

test.each(worldsOf("3.4.3-inferred"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const { id, contextId } = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  const task = taskOf(await client.sendMessage({ message: userMessage("work", { taskId: id }) }));
  expect(task.contextId).toBe(contextId);
  expect(turns[1]?.contextId).toBe(contextId);
  expect(turns[1]?.message.contextId).toBe(contextId);
  expect(new Set(task.history?.map((one) => one.contextId))).toEqual(new Set([contextId]));
});

test.each(worldsOf("3.4.3-mismatch"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const { id, contextId = "" } = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  const other = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  for (const wrong of [other.contextId ?? "", "made up"]) {
    const message = userMessage("work", { taskId: id, contextId: wrong });
    const failures = await Promise.all([
      failureOf(client.sendMessage({ message })),
      failureOf(collect(client.sendStreamingMessage({ message }))),
    ]);
    const want = { error: "INVALID_ARGUMENT", fields: ["message.contextId"] };
    expect(failures.map(inShort)).toEqual([want, want]);
  }
  expect(turns).toHaveLength(2);
  const message = userMessage("work", { taskId: id, contextId });
  expect(stateOf(taskOf(await client.sendMessage({ message })))).toBe("completed");
});

test.each(worldsOf("3.4.3-input-required"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const asked = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  expect(summary(asked)).toEqual({
    state: "input-required",
    says: "How many?",
    history: ["user: ask"],
  });
  const message = userMessage("three", { taskId: asked.id, contextId: asked.contextId ?? "" });
  const events = await collect(client.sendStreamingMessage({ message }));
  expect(outline(events)).toEqual(["task working", "completed"]);
  expect(turns.map(({ taskId }) => taskId)).toEqual([asked.id, asked.id]);
  expect(summary(await client.getTask({ id: asked.id }))).toEqual({
    state: "completed",
    history: ["user: ask", "agent: How many?", "user: three"],
  });
});

test.each(worldsOf("3.4.3-references"))("%s", async (_title, world) => {
  const { client, turns } = await start(world);
  const ids: string[] = [];
  for (let task = 0; task < 3; task++) {
    ids.push(taskOf(await client.sendMessage({ message: userMessage("work") })).id);
  }
  const referenceTaskIds = [ids[2] ?? "", ids[0] ?? "", "nowhere"];
  await client.sendMessage({ message: userMessage("work", { referenceTaskIds }) });
  expect((await turns[3]?.references())?.map((task) => task.id)).toEqual([ids[2], ids[0]]);
});

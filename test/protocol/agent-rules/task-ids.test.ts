import { completed, inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { collect, failureOf, inShort, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** An agent that asks at first and completes then; `asked` has the task of each turn. */
async function start(world: World) {
  const asked: string[] = [];
  const running = await startWorld(world, {
    async *execute({ task, taskId }) {
      asked.push(taskId);
      yield task === undefined ? inputRequired("How many?") : completed();
    },
  });
  return { ...running, asked };
}

test.each(worldsOf("3.4.2-unique"))("%s", async (_title, world) => {
  const { client, asked } = await start(world);
  const contextId = "one context";
  const message = userMessage("hi");
  const sent = Array.from({ length: 20 }, (_, index) =>
    // The same text, also under the same identifier of its message by others.
    client.sendMessage({ message: { ...message, contextId, messageId: `m-${index}` } }),
  );
  const ids = (await Promise.all(sent)).map((answer) => taskOf(answer).id);
  expect(new Set(ids).size).toBe(20);
  expect(new Set(asked)).toEqual(new Set(ids));
});

test.each(worldsOf("3.4.2-told"))("%s", async (_title, world) => {
  const { client, asked } = await start(world);
  const sent = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  const [begin] = await collect(client.sendStreamingMessage({ message: userMessage("hi") }));
  const ids = [sent.id, taskOf(begin ?? {}).id];
  expect(ids).toEqual(asked);
  for (const id of ids) expect((await client.getTask({ id })).id).toBe(id);
});

test.each(worldsOf("3.4.2-existing"))("%s", async (_title, world) => {
  const { client, asked } = await start(world);
  const [one, two] = [
    taskOf(await client.sendMessage({ message: userMessage("one") })),
    taskOf(await client.sendMessage({ message: userMessage("two") })),
  ];
  const again = taskOf(await client.sendMessage({ message: userMessage("more", { taskId: one.id }) }));
  expect(again.id).toBe(one.id);
  expect(asked).toEqual([one.id, two.id, one.id]);
  expect((await client.listTasks({})).totalSize).toBe(2);
});

test.each(worldsOf("3.4.2-not-found"))("%s", async (_title, world) => {
  const { client, asked } = await start(world);
  const message = userMessage("hi", { taskId: "nowhere" });
  const failures = await Promise.all([
    failureOf(client.sendMessage({ message })),
    failureOf(collect(client.sendStreamingMessage({ message }))),
  ]);
  expect(failures.map(inShort)).toEqual([{ error: "TaskNotFoundError" }, { error: "TaskNotFoundError" }]);
  expect(asked).toEqual([]);
});

test.each(worldsOf("3.4.2-not-made-up"))("%s", async (_title, world) => {
  const { client, asked } = await start(world);
  const own = "6f1c3d7e-0000-4000-8000-000000000000";
  await failureOf(client.sendMessage({ message: userMessage("hi", { taskId: own, contextId: "mine" }) }));
  expect(inShort(await failureOf(client.getTask({ id: own })))).toEqual({ error: "TaskNotFoundError" });
  expect((await client.listTasks({})).totalSize).toBe(0);
  const task = taskOf(await client.sendMessage({ message: userMessage("hi", { contextId: "mine" }) }));
  expect(asked).toEqual([task.id]);
});

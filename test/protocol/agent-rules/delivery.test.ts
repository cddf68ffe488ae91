import type { A2AServiceClient, StreamResponse } from "@a2agen/a2a-1.0";
import { completed, textArtifact, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { createGate, follow, outline, taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { collect } from "../../shared/collect.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** An agent at work on one task, which says `count` things when it is let, and then ends. */
async function startWork(world: World, count: number) {
  const gate = createGate();
  const running = await startWorld(world, {
    async *execute() {
      await gate.opened;
      for (let index = 0; index < count; index++) {
        yield index % 3 === 0
          ? working(String(index))
          : textArtifact(`a${index % 3}`, String(index), { append: true });
      }
      yield completed("done");
    },
  });
  const configuration = { returnImmediately: true };
  const { id } = taskOf(await running.client.sendMessage({ message: userMessage("hi"), configuration }));
  return { ...running, gate, id };
}

/** What everybody is told who follows from the beginning. */
function updates(count: number): readonly string[] {
  const told = Array.from({ length: count }, (_, index) =>
    index % 3 === 0 ? `working: ${index}` : `artifact a${index % 3} +: ${index}`,
  );
  return [...told, "completed: done"];
}

/** Begins to follow a task; resolves once the first event is there. */
async function followTask(client: A2AServiceClient, id: string): Promise<Promise<StreamResponse[]>[]> {
  const { all } = await follow(client.subscribeToTask({ id }));
  // In a list, since an async function would wait for a promise that it returns.
  return [all];
}

test.each(worldsOf("3.5.2-not-reordered"))("%s", async (_title, world) => {
  const { client, gate } = await startWork(world, 1000);
  gate.open();
  const events = await collect(client.sendStreamingMessage({ message: userMessage("another one") }));
  expect(outline(events).slice(1)).toEqual(updates(1000));
});

test.each(worldsOf("3.5.2-broadcast"))("%s", async (_title, world) => {
  const { client, clientWith, gate, id } = await startWork(world, 30);
  const readers = [];
  // Some over one connection, some over connections of their own.
  for (let index = 0; index < 10; index++) {
    readers.push(...(await followTask(index % 2 === 0 ? client : clientWith({}), id)));
  }
  gate.open();
  for (const events of await Promise.all(readers)) {
    expect(outline(events)).toEqual(["task submitted", ...updates(30)]);
  }
});

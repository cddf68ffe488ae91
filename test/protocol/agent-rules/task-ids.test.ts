import { completed, inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { taskOf, userMessage } from "../../shared/agent/start-agent.ts";
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

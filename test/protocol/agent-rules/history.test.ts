import type { Task } from "@a2agen/a2a-1.0";
import { inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { taskOf, textOf, userMessage } from "../../shared/agent/start-agent.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const all = ["0", "and?", "1", "and?", "2"];

const textsOf = ({ history = [] }: Task): readonly string[] => history.map(textOf);

/** An agent with a task of three turns. */
async function startTurns(world: World) {
  const { client } = await startWorld(world, {
    async *execute() {
      yield inputRequired("and?");
    },
  });
  let task = taskOf(await client.sendMessage({ message: userMessage("0") }));
  for (const text of ["1", "2"]) {
    task = taskOf(await client.sendMessage({ message: userMessage(text, { taskId: task.id }) }));
  }
  return { client, task };
}

test.each(worldsOf("3.2.4-unset"))("%s", async (_title, world) => {
  const { client, task } = await startTurns(world);
  expect(textsOf(task)).toEqual(all);
  expect(textsOf(await client.getTask({ id: task.id }))).toEqual(all);
});

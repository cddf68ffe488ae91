import type { Task } from "@a2agen/a2a-1.0";
import { inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { failureOf, taskOf, textOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
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

test.each(worldsOf("3.2.4-none"))("%s", async (_title, world) => {
  const { client, task } = await startTurns(world);
  const configuration = { historyLength: 0 };
  const tasks = [
    await client.getTask({ id: task.id, historyLength: 0 }),
    ...(await client.listTasks({ historyLength: 0 })).tasks,
    taskOf(await client.sendMessage({ message: userMessage("3", { taskId: task.id }), configuration })),
  ];
  for (const one of tasks) expect(Object.keys(one)).not.toContain("history");
  expect(tasks).toHaveLength(3);
});

test.each(worldsOf("3.2.4-most"))("%s", async (_title, world) => {
  const { client, task } = await startTurns(world);
  for (let historyLength = 1; historyLength <= all.length + 1; historyLength++) {
    const want = all.slice(-historyLength);
    expect(textsOf(await client.getTask({ id: task.id, historyLength }))).toEqual(want);
    const [listed] = (await client.listTasks({ historyLength })).tasks;
    expect(listed === undefined ? [] : textsOf(listed)).toEqual(want);
  }
  const message = userMessage("3", { taskId: task.id });
  const sent = taskOf(await client.sendMessage({ message, configuration: { historyLength: 2 } }));
  expect(textsOf(sent)).toEqual(["and?", "3"]);
  const failure = await failureOf(client.getTask({ id: task.id, historyLength: -1 }));
  expect(failure.status).toBe("INVALID_ARGUMENT");
});

test.each(worldsOf("3.2.4-unset"))("%s", async (_title, world) => {
  const { client, task } = await startTurns(world);
  expect(textsOf(task)).toEqual(all);
  expect(textsOf(await client.getTask({ id: task.id }))).toEqual(all);
});

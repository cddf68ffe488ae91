import { completed, type Execute, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { createGate, follow, outline, taskOf, textOf, userMessage } from "../../shared/agent/start-agent.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const immediately = { returnImmediately: true };

/** Asks until it is told to end. */
const asking: Execute = async function* ({ text }) {
  yield text === "end" ? completed("done") : inputRequired("More?");
};

test.each(worldsOf("3.1.6-end"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute: asking });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("begin") }));
  const { all } = await follow(client.subscribeToTask({ id }));
  await client.sendMessage({ message: userMessage("go on", { taskId: id }) });
  await client.sendMessage({ message: userMessage("end", { taskId: id }) });
  expect(outline(await all)).toEqual([
    "task input-required",
    "working",
    "input-required: More?",
    "working",
    "completed: done",
  ]);
});

test.each(worldsOf("3.1.6-task-first"))("%s", async (_title, world) => {
  const [middle, end] = [createGate(), createGate()];
  const chunks = Array.from({ length: 200 }, (_, index) => `${index};`);
  const { client } = await startWorld(world, {
    async *execute() {
      for (const chunk of chunks) {
        yield textArtifact("a", chunk, { append: true });
        if (chunk === "100;") await middle.opened;
      }
      await end.opened;
    },
  });
  const message = userMessage("hi");
  const { id } = taskOf(await client.sendMessage({ message, configuration: immediately }));
  const readers = [];
  for (let reader = 0; reader < 5; reader++) {
    readers.push(await follow(client.subscribeToTask({ id })));
    if (reader === 2) middle.open();
  }
  end.open();
  for (const { first, all } of readers) {
    const before = (first.task?.artifacts ?? []).flatMap((artifact) => textOf(artifact).match(/\d+;/g) ?? []);
    const after = (await all).flatMap(({ artifactUpdate }) =>
      artifactUpdate === undefined ? [] : [textOf(artifactUpdate.artifact)],
    );
    expect([...before, ...after]).toEqual(chunks);
  }
});

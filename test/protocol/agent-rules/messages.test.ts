import { completed, inputRequired, textArtifact, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { createGate, follow, outline, summary, taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { collect } from "../../shared/collect.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

test.each(worldsOf("3.7-artifacts"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    async *execute() {
      yield working("half of it");
      yield textArtifact("result", "forty-two");
      yield completed("that is all");
    },
  });
  const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(task.artifacts).toEqual([{ artifactId: "result", parts: [{ text: "forty-two" }] }]);
  const said = [...(task.history ?? []), ...(task.status.message === undefined ? [] : [task.status.message])];
  expect(said.map(({ parts }) => parts[0]?.text)).toEqual(["hi", "half of it", "that is all"]);
});

test.each(worldsOf("3.7-not-reliable"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    async *execute() {
      yield textArtifact("result", "forty-two");
      yield inputRequired("Is it right?");
    },
  });
  // The client has gone before anything was said.
  for await (const event of client.sendStreamingMessage({ message: userMessage("hi") })) {
    expect(event.task?.status.state).toBe("TASK_STATE_SUBMITTED");
    break;
  }
  const { id } = (await client.listTasks({})).tasks[0] ?? { id: "" };
  // Sending more waits for its turn, so that the first one has ended then.
  const more = userMessage("more", { taskId: id });
  await client.sendMessage({ message: more });
  expect(summary(await client.getTask({ id }))).toMatchObject({
    state: "input-required",
    says: "Is it right?",
    artifacts: ["result: forty-two"],
  });
});

test.each(worldsOf("3.7-no-reliance"))("%s", async (_title, world) => {
  const [missed, gate] = [createGate(), createGate()];
  const { client } = await startWorld(world, {
    async *execute() {
      yield working("heard");
      yield textArtifact("result", "one", { append: true });
      yield working("missed");
      yield textArtifact("result", "two", { append: true });
      yield working("missed too");
      missed.open();
      await gate.opened;
      yield completed("done");
    },
  });
  let id = "";
  for await (const { task, statusUpdate } of client.sendStreamingMessage({ message: userMessage("hi") })) {
    id = task?.id ?? id;
    if (statusUpdate !== undefined) break;
  }
  await missed.opened;
  const { first, all } = await follow(client.subscribeToTask({ id }));
  expect(summary(taskOf(first))).toMatchObject({ state: "working", artifacts: ["result: onetwo"] });
  gate.open();
  expect(outline(await all).slice(1)).toEqual(["completed: done"]);
  expect(await collect(client.sendStreamingMessage({ message: userMessage("hi") }))).toHaveLength(7);
});

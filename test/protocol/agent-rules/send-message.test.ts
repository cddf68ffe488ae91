import { type AgentEvent, completed, type Execute, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  createGate,
  failureOf,
  follow,
  inShort,
  outline,
  stateOf,
  taskOf,
  textOf,
  userMessage,
} from "../../unit/runtime/agent/start-agent.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const immediately = { returnImmediately: true };

test.each(worldsOf("3.1.1-answer"))("%s", async (_title, world) => {
  const gate = createGate();
  async function* work(): AsyncGenerator<AgentEvent> {
    await gate.opened;
    yield completed();
  }
  const execute: Execute = ({ text }) => (text === "reply" ? Promise.resolve("hello") : work());
  const { client } = await startWorld(world, { execute });
  const reply = await client.sendMessage({ message: userMessage("reply") });
  expect(Object.keys(reply)).toEqual(["message"]);
  expect(textOf(reply.message ?? { parts: [] })).toBe("hello");
  const begun = await client.sendMessage({ message: userMessage("work"), configuration: immediately });
  expect(Object.keys(begun)).toEqual(["task"]);
  expect(stateOf(taskOf(begun))).toBe("submitted");
  gate.open();
});

test.each(worldsOf("3.1.1-background"))("%s", async (_title, world) => {
  const gate = createGate();
  const { client } = await startWorld(world, {
    async *execute() {
      await gate.opened;
      yield textArtifact("a", "late");
      yield completed("done");
    },
  });
  const begun = await client.sendMessage({ message: userMessage("hi"), configuration: immediately });
  const { id } = taskOf(begun);
  const { all } = await follow(client.subscribeToTask({ id }));
  gate.open();
  expect(outline(await all)).toEqual(["task submitted", "artifact a: late", "completed: done"]);
  expect(stateOf(await client.getTask({ id }))).toBe("completed");
});

test.each(worldsOf("3.1.1-media-type"))("%s", async (_title, world) => {
  let asked = 0;
  const { client } = await startWorld(world, {
    async *execute() {
      asked++;
      yield completed();
    },
  });
  const image = userMessage("", { parts: [{ raw: "AAEC", mediaType: "image/png" }] });
  expect((await failureOf(client.sendMessage({ message: image }))).name).toBe("ContentTypeNotSupportedError");
  expect(asked).toBe(0);
  const text = userMessage("", { parts: [{ text: "hi" }] });
  expect(stateOf(taskOf(await client.sendMessage({ message: text })))).toBe("completed");
});

test.each(worldsOf("3.1.1-ended"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    async *execute({ text }) {
      yield text === "ask" ? inputRequired("How many?") : completed();
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("ask") }));
  const going = await client.sendMessage({ message: userMessage("three", { taskId: id }) });
  expect(stateOf(taskOf(going))).toBe("completed");
  const late = failureOf(client.sendMessage({ message: userMessage("four", { taskId: id }) }));
  expect(inShort(await late)).toEqual({ error: "UnsupportedOperationError" });
});

test.each(worldsOf("3.3.1-message-again"))("%s", async (_title, world) => {
  let asked = 0;
  const { client, clientOf } = await startWorld(world, {
    async *execute() {
      asked++;
      yield completed();
    },
  });
  const [ada, bob] = [clientOf("ada"), clientOf("bob")];
  const message = userMessage("hi");
  const first = taskOf(await ada.sendMessage({ message }));
  expect(taskOf(await ada.sendMessage({ message })).id).toBe(first.id);
  expect(asked).toBe(1);
  const others = [
    await ada.sendMessage({ message: userMessage("hi") }),
    await bob.sendMessage({ message }),
    // Callers without a name cannot be told apart.
    await client.sendMessage({ message }),
    await client.sendMessage({ message }),
  ];
  expect(new Set([first, ...others.map(taskOf)].map(({ id }) => id)).size).toBe(5);
  expect(asked).toBe(5);
});

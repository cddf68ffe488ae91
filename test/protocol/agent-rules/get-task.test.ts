import { inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { failureOf, inShort, summary, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

test.each(worldsOf("3.1.3-task"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    async *execute({ text }) {
      yield textArtifact(text, `for ${text}`);
      yield inputRequired("And now?");
    },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("one") }));
  await client.sendMessage({ message: userMessage("two", { taskId: id }) });
  expect(summary(await client.getTask({ id }))).toEqual({
    state: "input-required",
    says: "And now?",
    history: ["user: one", "agent: And now?", "user: two"],
    artifacts: ["one: for one", "two: for two"],
  });
  expect(inShort(await failureOf(client.getTask({ id: `${id}1` })))).toEqual({ error: "TaskNotFoundError" });
});

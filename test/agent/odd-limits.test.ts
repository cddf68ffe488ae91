import { completed } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { startAgent, stateOf, taskOf, userMessage } from "./start-agent.ts";

test.each([Infinity, 1e15])("limits of time may be %d", async (ms) => {
  const started = await startAgent({
    async *execute() {
      yield completed();
    },
    limits: { turnMs: ms, stopMs: ms, pollMs: ms, repeatMs: ms },
  });
  const alice = started.clientOf("alice");
  const message = userMessage("hello");
  const first = taskOf(await alice.sendMessage({ message }));
  expect(stateOf(first)).toBe("completed");
  expect(taskOf(await alice.sendMessage({ message })).id).toBe(first.id);
  await started.close();
});

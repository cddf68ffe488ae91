import { A2AService } from "@a2agen/a2a-1.0";
import { completed, MemoryTaskStore } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { startAgent, stateOf, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";
import { withLeases } from "./store/leased-store.ts";

test.each([Infinity, 1e15])("limits of time may be %d", async (ms) => {
  const started = await startAgent({
    async *execute() {
      yield completed();
    },
    limits: { turnMs: ms, stopMs: ms, pollMs: ms, dedupeMs: ms, leaseMs: ms },
    store: withLeases(new MemoryTaskStore({ service: A2AService })),
  });
  const alice = started.clientOf("alice");
  const message = userMessage("hello");
  const first = taskOf(await alice.sendMessage({ message }));
  expect(stateOf(first)).toBe("completed");
  expect(taskOf(await alice.sendMessage({ message })).id).toBe(first.id);
  await started.close();
});

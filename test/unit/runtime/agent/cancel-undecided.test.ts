import { inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import {
  aborted,
  createGate,
  failureOf,
  inShort,
  startAgent,
  stateOf,
  summary,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";

test("a task is canceled at once though its author has not said yet what it makes of the last message", async () => {
  const asked = createGate();
  const started = await startAgent({
    execute({ task, signal }) {
      if (task !== undefined) {
        asked.open();
        return aborted(signal).then(() => Promise.reject(signal.reason as Error));
      }
      return (async function* () {
        yield inputRequired("which one?");
      })();
    },
  });
  const { client } = started;
  const { id } = taskOf(await client.sendMessage({ message: userMessage("book a flight") }));
  const second = failureOf(client.sendMessage({ message: userMessage("this one", { taskId: id }) }));
  await asked.opened;
  expect(stateOf(await client.cancelTask({ id }))).toBe("canceled");
  expect(inShort(await second)).toEqual({ error: "CANCELLED" });
  expect(summary(await client.getTask({ id }))).toEqual({
    state: "canceled",
    history: ["user: book a flight", "agent: which one?"],
  });
  await started.close();
});

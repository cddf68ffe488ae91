import { inputRequired, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { findBegun } from "../../../../packages/runtime/src/delegate/find-begun.ts";
import { start, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";

test("a task is found by its first message, however many follow", async () => {
  const { client } = await start({
    async *execute() {
      for (let step = 1; step <= 25; step++) yield working(`Step ${step}`);
      yield inputRequired("Go on?");
    },
  });
  const message = userMessage("Go");
  const { id } = taskOf(await client.sendMessage({ message }));
  const found = await findBegun(client, message.messageId, {});
  expect(found?.id).toBe(id);
  expect(await findBegun(client, "another", {})).toBe(undefined);
});

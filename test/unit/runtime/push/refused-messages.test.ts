import { completed, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, test } from "vitest";
import { createGate, failureOf, inShort, startAgent, taskOf, userMessage } from "../agent/start-agent.ts";
import { receiver } from "./opened.ts";
import { local } from "./start-webhooks.ts";

test("the configuration that came with a message is not kept when the message is refused", async () => {
  const hook = await receiver();
  const gate = createGate();
  const started = await startAgent({
    push: webhooks(local),
    limits: { waitingMessages: 0 },
    async *execute() {
      yield working();
      await gate.opened;
      yield completed();
    },
  });
  const { client } = started;
  const kept = { id: "kept", url: `${hook.origin}/kept` };
  const { id: taskId } = taskOf(
    await client.sendMessage({
      message: userMessage("hello"),
      configuration: { returnImmediately: true, taskPushNotificationConfig: kept },
    }),
  );
  for (const config of [{ url: hook.origin }, { id: "other", url: hook.origin }, kept]) {
    const refused = client.sendMessage({
      message: userMessage("more", { taskId }),
      configuration: { taskPushNotificationConfig: config },
    });
    expect(inShort(await failureOf(refused))).toEqual({ error: "RESOURCE_EXHAUSTED" });
  }
  const { configs = [] } = await client.listTaskPushNotificationConfigs({ taskId });
  expect(configs).toEqual([{ ...kept, taskId }]);
  gate.open();
  await started.agent.close(60_000);
  expect(new Set(hook.received.map(({ path }) => path))).toEqual(new Set(["/kept"]));
  await started.close();
});

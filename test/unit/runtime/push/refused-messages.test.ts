import { A2AService } from "@a2agen/a2a-1.0";
import { completed, inputRequired, MemoryTaskStore, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, test } from "vitest";
import {
  createGate,
  failureOf,
  inShort,
  startAgent,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { receiver } from "../../../shared/push/opened.ts";
import { local } from "../../../shared/push/start-webhooks.ts";

test("the configuration that came with a message stays when the store has kept the message without saying so", async () => {
  const hook = await receiver();
  const store = new MemoryTaskStore({ service: A2AService });
  const append = store.append.bind(store);
  store.append = async (...parameters) => {
    const version = await append(...parameters);
    if (!parameters[2].some((entry) => "message" in entry)) return version;
    store.append = append;
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };
  const gate = createGate();
  const started = await startAgent({
    store,
    push: webhooks(local),
    async *execute({ text }) {
      if (text === "hello") yield inputRequired("more?");
      else await gate.opened;
    },
  });
  const { client } = started;
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("hello") }));
  const request = {
    message: userMessage("more", { taskId }),
    configuration: { returnImmediately: true, taskPushNotificationConfig: { url: hook.origin } },
  };
  expect(inShort(await failureOf(client.sendMessage(request)))).toEqual({ error: "UNAVAILABLE" });
  expect(stateOf(taskOf(await client.sendMessage(request)))).toBe("working");
  const { configs = [] } = await client.listTaskPushNotificationConfigs({ taskId });
  expect(configs.map(({ url }) => url)).toEqual([hook.origin]);
  gate.open();
  await started.close();
});

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

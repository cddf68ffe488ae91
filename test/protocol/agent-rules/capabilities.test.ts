import type { AgentCard } from "@a2agen/a2a-1.0";
import { inputRequired } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { draftToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { card, collect, failureOf, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { local } from "../../unit/runtime/push/start-webhooks.ts";
import { callsOfAll } from "./every-method.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

async function start(world: World, capabilities: AgentCard["capabilities"]) {
  const { clientOf } = await startWorld(world, {
    async *execute() {
      yield inputRequired("How many?");
    },
    push: webhooks({ ...local, older: [draftToA2a10] }),
    extendedCard: card,
    declares: { capabilities },
  });
  return clientOf("ada");
}

/** What each method of a group answers: the name of its error, or "served". */
async function outcomes(world: World, capabilities: AgentCard["capabilities"], group: readonly string[]) {
  const client = await start(world, capabilities);
  const found: Record<string, string> = {};
  for (const method of group) {
    const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    const url = "http://127.0.0.1:8080";
    if (capabilities.pushNotifications === true) {
      await client.createTaskPushNotificationConfig({ taskId: id, id: "hook", url });
    }
    found[method] = await outcomeOf(method, callsOfAll(client, id, "hook"));
  }
  return found;
}

async function outcomeOf(
  method: string,
  calls: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<string> {
  // Whoever follows a task that waits would wait with it.
  const ends = method === "SubscribeToTask" ? calls["CancelTask"] : undefined;
  const call = calls[method];
  if (call === undefined) throw new Error(`no call of ${method}`);
  const answer = call().then(
    () => "served",
    (error: Error) => error.name,
  );
  await ends?.();
  return answer;
}

const streams = ["SendStreamingMessage"];
const pushMethods = [
  "CreateTaskPushNotificationConfig",
  "GetTaskPushNotificationConfig",
  "ListTaskPushNotificationConfigs",
  "DeleteTaskPushNotificationConfig",
];
const optional = [...streams, ...pushMethods, "GetExtendedAgentCard"];
const all = { streaming: true, pushNotifications: true, extendedAgentCard: true };

/** The same outcome for each method of a list. */
function each(group: readonly string[], outcome: string): Readonly<Record<string, string>> {
  return Object.fromEntries(group.map((method) => [method, outcome]));
}

test.each(worldsOf("3.3.4-undeclared"))("%s", async (_title, world) => {
  expect(await outcomes(world, {}, optional)).toEqual({
    ...each(streams, "UnsupportedOperationError"),
    ...each(pushMethods, "PushNotificationNotSupportedError"),
    GetExtendedAgentCard: "UnsupportedOperationError",
  });
  expect(await outcomes(world, all, optional)).toEqual(each(optional, "served"));
});

test.each(worldsOf("3.3.4-push"))("%s", async (_title, world) => {
  for (const capabilities of [{}, { ...all, pushNotifications: false }]) {
    const found = await outcomes(world, capabilities, pushMethods);
    expect(found).toEqual(each(pushMethods, "PushNotificationNotSupportedError"));
  }
  const client = await start(world, {});
  const configuration = { taskPushNotificationConfig: { id: "hook", url: "http://127.0.0.1:8080" } };
  const failure = await failureOf(client.sendMessage({ message: userMessage("hi"), configuration }));
  expect(failure.name).toBe("PushNotificationNotSupportedError");
});

test.each(worldsOf("3.3.4-streaming"))("%s", async (_title, world) => {
  for (const capabilities of [{}, { ...all, streaming: false }]) {
    const client = await start(world, capabilities);
    const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
    const failures = await Promise.all([
      failureOf(collect(client.sendStreamingMessage({ message: userMessage("hi") }))),
      failureOf(collect(client.subscribeToTask({ id }))),
    ]);
    expect(failures.map(({ name }) => name)).toEqual([
      "UnsupportedOperationError",
      "UnsupportedOperationError",
    ]);
  }
  const client = await start(world, { streaming: true });
  const [begin] = await collect(client.sendStreamingMessage({ message: userMessage("hi") }));
  const { id } = taskOf(begin ?? {});
  for await (const event of client.subscribeToTask({ id })) {
    expect(event.task?.id).toBe(id);
    break;
  }
});

async function extendedCard(world: World): Promise<void> {
  const group = ["GetExtendedAgentCard"];
  for (const capabilities of [{}, { ...all, extendedAgentCard: false }]) {
    expect(await outcomes(world, capabilities, group)).toEqual(each(group, "UnsupportedOperationError"));
  }
  expect(await outcomes(world, { extendedAgentCard: true }, group)).toEqual(each(group, "served"));
}

test.each(worldsOf("3.3.4-authenticated-extended-card"))("%s", async (_title, world) => {
  await extendedCard(world);
  const { draftClient } = await startWorld(world, {
    async *execute() {
      yield inputRequired();
    },
    extendedCard: card,
    host: { authenticate: () => ({ id: "ada" }) },
  });
  expect((await draftClient().getExtendedAgentCard({})).supportsAuthenticatedExtendedCard).toBe(true);
});

test.each(worldsOf("3.3.4-extended-card"))("%s", (_title, world) => extendedCard(world));

test.each(worldsOf("3.3.4-not-configured"))("%s", async (_title, world) => {
  const { clientOf } = await startWorld(world, {
    async *execute() {
      yield inputRequired();
    },
  });
  const failure = await failureOf(clientOf("ada").getExtendedAgentCard({}));
  expect(failure.name).toBe("ExtendedAgentCardNotConfiguredError");
});

test.each(worldsOf("3.3.4-extension"))("%s", async (_title, world) => {
  const uri = "https://example.com/extensions/needed/v1";
  const extensions = [{ uri, required: true }, { uri: "https://example.com/extensions/optional/v1" }];
  const client = await start(world, { ...all, extensions });
  const send = (uris: readonly string[]): Promise<unknown> =>
    client.sendMessage({ message: userMessage("hi") }, { extensions: uris });
  for (const uris of [[], ["https://example.com/extensions/optional/v1"]]) {
    expect((await failureOf(send(uris))).name).toBe("ExtensionSupportRequiredError");
  }
  expect(await send([uri])).toHaveProperty("task");
});

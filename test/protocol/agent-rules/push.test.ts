import { StreamResponseCodec } from "@a2agen/a2a-1.0";
import { StreamResponseCodec as DraftStreamResponseCodec } from "@a2agen/a2a-1.0-draft";
import { completed, type Execute, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { draftToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { failureOf, inShort, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { receiver } from "../../unit/runtime/push/opened.ts";
import type { Received } from "../../unit/runtime/push/receiver.ts";
import { local } from "../../unit/runtime/push/start-webhooks.ts";
import { callsForTask } from "./every-method.ts";
import { startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

/** Answers each message with an artifact, and asks for another one until it is told to end. */
const execute: Execute = async function* ({ text }) {
  yield textArtifact("a", text, { append: true });
  yield text === "end" ? completed() : inputRequired();
};

/** An agent that sends notifications, and a task that waits for its client. */
async function startWaiting(world: World) {
  const push = webhooks({ ...local, older: [draftToA2a10] });
  const running = await startWorld(world, { execute, push });
  const { id } = taskOf(await running.client.sendMessage({ message: userMessage("begin") }));
  const say = (text: string): Promise<unknown> =>
    running.client.sendMessage({ message: userMessage(text, { taskId: id }) });
  return { ...running, id, say };
}

/** What a notification says, read with the codec of the world's version. */
function read({ text: version }: World, { text }: Received): string {
  const codec = version === "1.0" ? StreamResponseCodec : DraftStreamResponseCodec;
  const { artifactUpdate, statusUpdate } = codec.parse(text);
  const state = statusUpdate?.status.state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-");
  return artifactUpdate?.artifact.parts[0]?.text ?? state ?? "nothing";
}

/** What a webhook is told when the client says something, and when the task ends. */
const turnOf = (text: string): readonly string[] => ["working", text, "input-required"];
const endOf = ["working", "end", "completed"];

test.each(worldsOf("3.1.7-webhook"))("%s", async (_title, world) => {
  const { client, id, say } = await startWaiting(world);
  const hook = await receiver();
  await client.createTaskPushNotificationConfig({ taskId: id, id: "hook", url: hook.origin });
  await say("more");
  await say("end");
  const told = await hook.count(6);
  expect(told.map((one) => read(world, one))).toEqual([...turnOf("more"), ...endOf]);
  expect(new Set(told.map(({ method }) => method))).toEqual(new Set(["POST"]));
});

test.each(worldsOf("3.1.7-persists"))("%s", async (_title, world) => {
  const { client, id, say } = await startWaiting(world);
  const hook = await receiver();
  const config = { taskId: id, id: "hook", url: hook.origin };
  await client.createTaskPushNotificationConfig(config);
  for (let turn = 1; turn <= 3; turn++) {
    await say(String(turn));
    await hook.count(3 * turn);
    expect(await client.getTaskPushNotificationConfig({ taskId: id, id: "hook" })).toMatchObject(config);
  }
  await say("end");
  const told = await hook.count(12);
  expect(told.map((one) => read(world, one)).slice(-3)).toEqual(endOf);
});

test.each(worldsOf("3.1.7-errors"))("%s", async (_title, world) => {
  const { client } = await startWaiting(world);
  for (const [method, call] of Object.entries(callsForTask(client, "nowhere", "hook"))) {
    if (!method.includes("PushNotification")) continue;
    expect([method, inShort(await failureOf(call()))]).toEqual([method, { error: "TaskNotFoundError" }]);
  }
});

test.each(worldsOf("3.1.8-details"))("%s", async (_title, world) => {
  const { client, id } = await startWaiting(world);
  const config = {
    taskId: id,
    id: "hook",
    url: "http://127.0.0.1:8080/hooks?task=1",
    token: "token of the task",
    authentication: { scheme: "Bearer", credentials: "abc" },
  };
  expect(await client.createTaskPushNotificationConfig(config)).toEqual(config);
  expect(await client.getTaskPushNotificationConfig({ taskId: id, id: "hook" })).toEqual(config);
});

test.each(worldsOf("3.1.8-fails"))("%s", async (_title, world) => {
  const push = webhooks({ ...local, older: [draftToA2a10] });
  const { clientOf } = await startWorld(world, { execute, push });
  const [alice, bob] = [clientOf("alice"), clientOf("bob")];
  const { id } = taskOf(await alice.sendMessage({ message: userMessage("begin") }));
  await alice.createTaskPushNotificationConfig({ taskId: id, id: "hook", url: "http://127.0.0.1:8080" });
  const own = { taskId: id, id: "hook" };
  expect(await alice.getTaskPushNotificationConfig(own)).toMatchObject(own);
  const failing = [
    alice.getTaskPushNotificationConfig({ taskId: id, id: "another" }),
    bob.getTaskPushNotificationConfig(own),
  ];
  for (const call of failing) expect(inShort(await failureOf(call))).toEqual({ error: "TaskNotFoundError" });
});

test.each(worldsOf("3.1.9-all"))("%s", async (_title, world) => {
  const { client, id } = await startWaiting(world);
  const idsOf = async (): Promise<readonly string[]> =>
    ((await client.listTaskPushNotificationConfigs({ taskId: id })).configs ?? []).map(
      (config) => config.id ?? "",
    );
  expect(await idsOf()).toEqual([]);
  const ids = Array.from({ length: 10 }, (_, index) => `hook-${index}`);
  for (const one of ids) {
    const url = `http://127.0.0.1:8080/${one}`;
    await client.createTaskPushNotificationConfig({ taskId: id, id: one, url });
  }
  expect((await idsOf()).toSorted()).toEqual(ids);
});

test.each(worldsOf("3.1.10-removed"))("%s", async (_title, world) => {
  const { client, id, say } = await startWaiting(world);
  const [kept, removed] = [await receiver(), await receiver()];
  await client.createTaskPushNotificationConfig({ taskId: id, id: "kept", url: kept.origin });
  await client.createTaskPushNotificationConfig({ taskId: id, id: "removed", url: removed.origin });
  await say("one");
  await Promise.all([kept.count(3), removed.count(3)]);
  await client.deleteTaskPushNotificationConfig({ taskId: id, id: "removed" });
  expect(
    inShort(await failureOf(client.getTaskPushNotificationConfig({ taskId: id, id: "removed" }))),
  ).toEqual({ error: "TaskNotFoundError" });
  await say("two");
  await say("end");
  await kept.count(9);
  expect(removed.received).toHaveLength(3);
});

test.each(worldsOf("3.1.10-again"))("%s", async (_title, world) => {
  const { client, id } = await startWaiting(world);
  const url = "http://127.0.0.1:8080";
  await client.createTaskPushNotificationConfig({ taskId: id, id: "one", url });
  await client.createTaskPushNotificationConfig({ taskId: id, id: "two", url });
  for (let time = 0; time < 3; time++) {
    expect(await client.deleteTaskPushNotificationConfig({ taskId: id, id: "one" })).toEqual({});
    const { configs = [] } = await client.listTaskPushNotificationConfigs({ taskId: id });
    expect(configs.map((config) => config.id)).toEqual(["two"]);
  }
});

test.each(worldsOf("4.3.3-credentials"))("%s", async (_title, world) => {
  const { client, id, say } = await startWaiting(world);
  const [bearer, none] = [await receiver(), await receiver()];
  const authentication = { scheme: "Bearer", credentials: "abc.def" };
  await client.createTaskPushNotificationConfig({ taskId: id, id: "1", url: bearer.origin, authentication });
  await client.createTaskPushNotificationConfig({ taskId: id, id: "2", url: none.origin });
  await say("end");
  const sent = await Promise.all([bearer.count(3), none.count(3)]);
  expect(sent.map((all) => all.map(({ headers }) => headers.authorization))).toEqual([
    ["Bearer abc.def", "Bearer abc.def", "Bearer abc.def"],
    [undefined, undefined, undefined],
  ]);
});

test.each(worldsOf("4.3.3-attempt"))("%s", async (_title, world) => {
  const { client, id, say } = await startWaiting(world);
  // One that fails now and then, and one that does not.
  const failing = await receiver((response, { index }) => {
    response.statusCode = index % 2 === 0 ? 500 : 204;
    response.end();
  });
  const steady = await receiver();
  await client.createTaskPushNotificationConfig({ taskId: id, id: "failing", url: failing.origin });
  await client.createTaskPushNotificationConfig({ taskId: id, id: "steady", url: steady.origin });
  await say("more");
  await say("end");
  const want = [...turnOf("more"), ...endOf];
  expect((await steady.count(6)).map((one) => read(world, one))).toEqual(want);
  const twice = want.flatMap((update) => [update, update]);
  expect((await failing.count(12)).map((one) => read(world, one))).toEqual(twice);
});

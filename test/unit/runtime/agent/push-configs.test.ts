import { completed, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { afterEach, expect, test } from "vitest";
import {
  card,
  failureOf,
  inShort,
  type StartedAgent,
  type StartOptions,
  startAgent,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { PushRecorder } from "./push-recorder.ts";

let started: StartedAgent;

afterEach(() => started.close());

const execute: StartOptions["execute"] = async function* ({ task, text }) {
  if (task === undefined) {
    yield inputRequired("How many?");
  } else {
    yield textArtifact("a", text);
    yield completed("done");
  }
};

const url = "https://client.example.com/hook";

test("configurations are made, read, listed and deleted", async () => {
  started = await startAgent({ execute, push: new PushRecorder() });
  const { client } = started;
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  const first = await client.createTaskPushNotificationConfig({ taskId, url, token: "t" });
  expect(first).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), taskId, url, token: "t" });
  const second = await client.createTaskPushNotificationConfig({ taskId, id: "mine", url });
  expect(second).toEqual({ id: "mine", taskId, url });
  expect(await client.getTaskPushNotificationConfig({ taskId, id: "mine" })).toEqual(second);
  expect((await client.listTaskPushNotificationConfigs({ taskId })).configs).toEqual([first, second]);
  expect(await client.deleteTaskPushNotificationConfig({ taskId, id: "mine" })).toEqual({});
  expect(await client.deleteTaskPushNotificationConfig({ taskId, id: "mine" })).toEqual({});
  expect(inShort(await failureOf(client.getTaskPushNotificationConfig({ taskId, id: "mine" })))).toEqual({
    error: "TaskNotFoundError",
  });
  expect((await client.listTaskPushNotificationConfigs({ taskId })).configs).toEqual([first]);
});

test("configurations come in pages of the size that is asked for, also when one is deleted between them", async () => {
  started = await startAgent({ execute, push: new PushRecorder() });
  const { client } = started;
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  for (const id of ["a", "b é", "c", "d", "e"]) {
    await client.createTaskPushNotificationConfig({ taskId, id, url });
  }
  const page = async (pageToken: string) => {
    const answer = await client.listTaskPushNotificationConfigs({ taskId, pageSize: 2, pageToken });
    return { ids: answer.configs?.map(({ id }) => id), next: answer.nextPageToken ?? "" };
  };
  const first = await page("");
  expect(first.ids).toEqual(["a", "b é"]);
  const second = await page(first.next);
  expect(second.ids).toEqual(["c", "d"]);
  expect(await page(second.next)).toEqual({ ids: ["e"], next: "" });
  await client.deleteTaskPushNotificationConfig({ taskId, id: "a" });
  expect((await page(first.next)).ids).toEqual(["c", "d"]);
  await client.deleteTaskPushNotificationConfig({ taskId, id: "b é" });
  await client.createTaskPushNotificationConfig({ taskId, id: "f", url });
  expect((await page(first.next)).ids).toEqual(["d", "e"]);
  expect((await client.listTaskPushNotificationConfigs({ taskId })).configs).toHaveLength(4);
  for (const request of [{ pageSize: -1 }, { pageToken: "x" }]) {
    expect(await failureOf(client.listTaskPushNotificationConfigs({ taskId, ...request }))).toMatchObject({
      status: "INVALID_ARGUMENT",
    });
  }
});

test("a configuration is told of every update after it was made, with the version of each", async () => {
  const push = new PushRecorder();
  started = await startAgent({ execute, push });
  const { client } = started;
  const configuration = { taskPushNotificationConfig: { id: "from the start", url } };
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi"), configuration }));
  await client.createTaskPushNotificationConfig({ taskId: id, id: "later", url });
  await client.sendMessage({
    message: userMessage("three", { taskId: id }),
    configuration: { taskPushNotificationConfig: { id: "latest", url } },
  });
  await Promise.all(push.followed);
  const later = ["2 working", "4 artifact a: three", "5 completed: done"];
  expect(Object.fromEntries(push.delivered)).toEqual({
    [`${id} from the start`]: ["1 input-required: How many?", ...later],
    [`${id} later`]: later,
    [`${id} latest`]: later,
  });
  const scope = "[null,null]";
  expect([...push.configs.values()]).toEqual([
    { config: { id: "from the start", taskId: id, url }, profile: "a2a-1.0", scope, version: 0 },
    { config: { id: "later", taskId: id, url }, profile: "a2a-1.0", scope, version: 1 },
    { config: { id: "latest", taskId: id, url }, profile: "a2a-1.0", scope, version: 1 },
  ]);
});

test("a message whose configuration is refused begins no task and changes none", async () => {
  started = await startAgent({ execute, push: new PushRecorder() });
  const { client } = started;
  const bad = { taskPushNotificationConfig: { url: "http://10.0.0.1" } };
  const call = client.sendMessage({ message: userMessage("hi"), configuration: bad });
  expect(inShort(await failureOf(call))).toEqual({ error: "INVALID_ARGUMENT" });
  expect((await client.listTasks({})).totalSize).toBe(0);
  const task = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  const message = userMessage("three", { taskId: task.id });
  expect(inShort(await failureOf(client.sendMessage({ message, configuration: bad })))).toEqual({
    error: "INVALID_ARGUMENT",
  });
  expect(await client.getTask({ id: task.id })).toEqual(task);
  const other = { taskPushNotificationConfig: { url, taskId: "another" } };
  expect(inShort(await failureOf(client.sendMessage({ message, configuration: other })))).toEqual({
    error: "INVALID_ARGUMENT",
    fields: ["configuration.taskPushNotificationConfig.taskId"],
  });
});

test("without a notifier nothing of it is supported", async () => {
  started = await startAgent({ execute });
  const { client } = started;
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  const configuration = { taskPushNotificationConfig: { url } };
  const calls = [
    client.createTaskPushNotificationConfig({ taskId, url }),
    client.getTaskPushNotificationConfig({ taskId, id: "a" }),
    client.listTaskPushNotificationConfigs({ taskId }),
    client.deleteTaskPushNotificationConfig({ taskId, id: "a" }),
    client.sendMessage({ message: userMessage("hi"), configuration }),
  ];
  expect(await Promise.all(calls.map(async (call) => inShort(await failureOf(call))))).toEqual(
    calls.map(() => ({ error: "PushNotificationNotSupportedError" })),
  );
  expect((await client.listTasks({})).totalSize).toBe(1);
});

test("a configuration without a task, and a page that is none, are refused", async () => {
  started = await startAgent({ execute, push: new PushRecorder() });
  const { client } = started;
  const { id: taskId } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(
    inShort(await failureOf(client.createTaskPushNotificationConfig({ taskId: "", url }))),
  ).toMatchObject({
    error: "INVALID_ARGUMENT",
  });
  const call = client.listTaskPushNotificationConfigs({ taskId, pageToken: "next" });
  expect(inShort(await failureOf(call))).toEqual({ error: "INVALID_ARGUMENT", fields: ["pageToken"] });
});

test("the extended card, for all or for each caller; and none", async () => {
  const host = { card };
  started = await startAgent({ execute, host, extendedCard: { ...card, name: "More" } });
  expect((await started.clientOf("alice").getExtendedAgentCard({})).name).toBe("More");
  await started.close();
  started = await startAgent({
    execute,
    host,
    extendedCard: async ({ principal }) => ({ ...card, name: `For ${principal?.id ?? "nobody"}` }),
  });
  expect((await started.clientOf("alice").getExtendedAgentCard({})).name).toBe("For alice");
  await started.close();
  started = await startAgent({ execute, host });
  expect(inShort(await failureOf(started.clientOf("alice").getExtendedAgentCard({})))).toEqual({
    error: "ExtendedAgentCardNotConfiguredError",
  });
});

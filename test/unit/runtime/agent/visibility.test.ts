import { inputRequired } from "@a2agen/runtime/agent";
import { afterEach, expect, test } from "vitest";
import {
  failureOf,
  inShort,
  type StartedAgent,
  startAgent,
  stateOf,
  taskOf,
  userMessage,
} from "../../../shared/agent/start-agent.ts";
import { collect } from "../../../shared/collect.ts";
import { PushRecorder } from "./push-recorder.ts";

let started: StartedAgent;

afterEach(() => started.close());

async function* asking() {
  yield inputRequired("How many?");
}

test("the tasks of others are not there", async () => {
  started = await startAgent({ execute: asking, push: new PushRecorder() });
  const [alice, bob] = [started.clientOf("alice"), started.clientOf("bob")];
  const { id } = taskOf(await alice.sendMessage({ message: userMessage("hi") }));
  const config = await alice.createTaskPushNotificationConfig({ taskId: id, url: "https://example.com" });
  const own = { taskId: id, id: config.id ?? "" };
  const attempts = [
    bob.getTask({ id }),
    bob.cancelTask({ id }),
    bob.sendMessage({ message: userMessage("ho", { taskId: id }) }),
    collect(bob.sendStreamingMessage({ message: userMessage("ho", { taskId: id }) })),
    collect(bob.subscribeToTask({ id })),
    bob.createTaskPushNotificationConfig({ taskId: id, url: "https://example.com" }),
    bob.getTaskPushNotificationConfig(own),
    bob.listTaskPushNotificationConfigs({ taskId: id }),
    bob.deleteTaskPushNotificationConfig(own),
  ];
  const errors = await Promise.all(attempts.map(failureOf));
  expect(errors.map(inShort)).toEqual(attempts.map(() => ({ error: "TaskNotFoundError" })));
  // Nothing tells one that is there from one that is not.
  const nowhere = await failureOf(bob.getTask({ id: "nowhere" }));
  expect(errors[0]?.message).toBe(nowhere.message);
  expect(await bob.listTasks({})).toEqual({ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 });
  expect(stateOf(await alice.getTask({ id }))).toBe("input-required");
  expect((await alice.listTasks({})).totalSize).toBe(1);
  expect(await alice.getTaskPushNotificationConfig(own)).toEqual(config);
});

test("tenants do not see each other's tasks, and neither do those without one", async () => {
  started = await startAgent({ execute: asking });
  const { client } = started;
  const { id } = taskOf(await client.sendMessage({ tenant: "a", message: userMessage("hi") }));
  expect(stateOf(await client.getTask({ tenant: "a", id }))).toBe("input-required");
  for (const tenant of ["b", undefined]) {
    const request = tenant === undefined ? { id } : { tenant, id };
    expect(inShort(await failureOf(client.getTask(request)))).toEqual({ error: "TaskNotFoundError" });
  }
});

test("an agent may say itself who sees what", async () => {
  started = await startAgent({ execute: asking, scope: ({ principal }) => principal?.id.slice(0, 1) ?? "" });
  const { id } = taskOf(await started.clientOf("alice").sendMessage({ message: userMessage("hi") }));
  expect(stateOf(await started.clientOf("anna").getTask({ id }))).toBe("input-required");
  expect(inShort(await failureOf(started.clientOf("bob").getTask({ id })))).toEqual({
    error: "TaskNotFoundError",
  });
});

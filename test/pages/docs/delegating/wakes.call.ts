import assert from "node:assert/strict";
import type { A2AServiceClient, Task } from "@a2agen/a2a-1.0";
import { textArtifact, working } from "@a2agen/runtime/agent";
import { follow } from "@a2agen/runtime/client";
import { createHttpHandler } from "@a2agen/runtime/server";
import { clientOf, fetchFrom, hostOf, run, say } from "./client-of.ts";
import { createPrinting } from "./wakes.ts";

/** A task that is at work, once it has ended. */
async function untilEnded(client: A2AServiceClient, id: string): Promise<Task> {
  let last: Task | undefined;
  for await (const { task } of follow(client, { id })) last = task;
  assert.equal(last?.status.state, "TASK_STATE_COMPLETED");
  return client.getTask({ id });
}

let finish = (): void => undefined;
const printed = new Promise<void>((resolve) => {
  finish = resolve;
});
const printer = run(async function* () {
  yield working();
  await printed;
  yield textArtifact("answer", "3 pages");
});
const { client } = printer;
const hook = { url: "", token: "" };
const { sendMessage } = client;
// Stands for an agent with webhooks; the notification is sent below.
Object.assign(client, {
  sendMessage: (request: Parameters<typeof sendMessage>[0]) => {
    const { taskPushNotificationConfig, ...configuration } = request.configuration ?? {};
    Object.assign(hook, taskPushNotificationConfig);
    return sendMessage({ ...request, configuration });
  },
});
const { agent, receiver } = createPrinting({ client, card: { name: "Printer" } });
const own = clientOf(createHttpHandler(hostOf(agent)));
const { task: waiting } = await own.sendMessage(say("Print"));
assert.equal(waiting?.status.state, "TASK_STATE_INPUT_REQUIRED");
finish();
const [begun] = (await client.listTasks({})).tasks;
const { id: taskId, contextId, status } = await untilEnded(client, begun?.id ?? "");
const answer = await fetchFrom(receiver.handler)(hook.url, {
  method: "POST",
  headers: { "content-type": "application/json", "x-a2a-notification-token": hook.token },
  body: JSON.stringify({ statusUpdate: { taskId, contextId, status } }),
});
assert.equal(answer.status, 204);
const task = await untilEnded(own, waiting?.id ?? "");
assert.deepEqual(task.artifacts?.at(-1)?.parts, [{ text: "3 pages" }]);
await Promise.all([agent.close(), printer.agent.close()]);

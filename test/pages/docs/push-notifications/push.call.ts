import assert from "node:assert/strict";
import { createHttpHandler } from "@a2agen/runtime/server";
import { isCallError } from "@a2agen/runtime/service";
import { card, clientOf, hostOf, say } from "./client-of.ts";
import { agent } from "./push.ts";

const host = hostOf(agent, { card: { ...card, capabilities: { pushNotifications: true } } });
const client = clientOf(createHttpHandler(host));
const { task } = await client.sendMessage(say("A table, please"));
const config = { taskId: task?.id ?? "", id: "c" };
const set = await client.createTaskPushNotificationConfig({ ...config, url: "https://hooks.example.com/" });
assert.deepEqual(set, { ...config, url: "https://hooks.example.com/" });
await assert.rejects(
  client.createTaskPushNotificationConfig({ ...config, url: "https://127.0.0.1/" }),
  (error) => isCallError(error) && error.status === "INVALID_ARGUMENT",
);
await agent.close(0);

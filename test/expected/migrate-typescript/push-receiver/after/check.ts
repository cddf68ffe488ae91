import assert from "node:assert/strict";
import type { Task } from "@a2agen/a2a-1.0";
import { configure, describe, isOver, store, wantsResult, webhook } from "./receiver.js";

export async function check(): Promise<void> {
  const configuration = configure("https://example.com/hook", "t");
  assert.equal(wantsResult(configuration), true);
  const config = configuration.taskPushNotificationConfig;
  if (config === undefined) throw new Error("expected a configuration");
  assert.equal(webhook(store("t-1", config)), "https://example.com/hook with a bearer token for t-1");
  const task: Task = { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_CANCELED" } };
  assert.equal(isOver(task), true);
  assert.equal(describe({ ...task, status: { state: "TASK_STATE_AUTH_REQUIRED" } }), "waiting for the user");
  assert.equal(describe({ ...task, status: { state: "TASK_STATE_SUBMITTED" } }), "waiting");
}

import assert from "node:assert/strict";
import type { Task } from "@a2a-js/sdk";
import { configure, describe, isOver, store, wantsResult, webhook } from "./receiver.js";

export async function check(): Promise<void> {
  const configuration = configure("https://example.com/hook", "t");
  assert.equal(wantsResult(configuration), true);
  const config = configuration.pushNotificationConfig;
  if (config === undefined) throw new Error("expected a configuration");
  assert.equal(webhook(store("t-1", config)), "https://example.com/hook with a bearer token for t-1");
  const task: Task = { kind: "task", id: "t-1", contextId: "c-1", status: { state: "canceled" } };
  assert.equal(isOver(task), true);
  assert.equal(describe({ ...task, status: { state: "auth-required" } }), "waiting for the user");
  assert.equal(describe({ ...task, status: { state: "submitted" } }), "waiting");
}

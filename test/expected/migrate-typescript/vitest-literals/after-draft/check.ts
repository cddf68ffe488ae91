import assert from "node:assert/strict";
import { advance, reply, summarize } from "./summary.js";

export async function check(): Promise<void> {
  const message = { messageId: "m-1", role: "user" as const, parts: [{ text: "hi" }] };
  assert.equal(reply(message, "hello").role, "agent");
  const task = { id: "t-1", contextId: "c-1", status: { state: "completed" as const }, history: [message] };
  assert.deepEqual(summarize(task), { kind: "summary", state: "completed", text: "hi" });
  assert.equal(advance(task).status.state, "working");
}

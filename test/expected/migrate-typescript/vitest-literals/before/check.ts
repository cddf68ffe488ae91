import assert from "node:assert/strict";
import { advance, reply, summarize } from "./summary.js";

export async function check(): Promise<void> {
  const message = { kind: "message" as const, messageId: "m-1", role: "user" as const, parts: [{ kind: "text" as const, text: "hi" }] };
  assert.equal(reply(message, "hello").role, "agent");
  const task = { kind: "task" as const, id: "t-1", contextId: "c-1", status: { state: "completed" as const }, history: [message] };
  assert.deepEqual(summarize(task), { kind: "summary", state: "completed", text: "hi" });
  assert.equal(advance(task).status.state, "working");
}

import assert from "node:assert/strict";
import { getCall, isStreaming, sendCall, textPart } from "./rpc.js";

export async function check(): Promise<void> {
  const call = sendCall({ message: { role: "user", messageId: "m-1", parts: [textPart("hi")] } });
  assert.equal(call.method, "SendMessage");
  assert.equal(isStreaming(call), false);
  assert.equal(isStreaming({ ...call, method: "SendStreamingMessage" }), true);
  assert.equal(getCall({ name: "tasks/t-1" }).method, "GetTask");
}

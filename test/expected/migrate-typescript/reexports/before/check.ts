import assert from "node:assert/strict";
import { getCall, isStreaming, sendCall, textPart } from "./rpc.js";

export async function check(): Promise<void> {
  const call = sendCall({ message: { kind: "message", role: "user", messageId: "m-1", parts: [textPart("hi")] } });
  assert.equal(call.method, "message/send");
  assert.equal(isStreaming(call), false);
  assert.equal(isStreaming({ ...call, method: "message/stream" }), true);
  assert.equal(getCall({ id: "t-1" }).method, "tasks/get");
}

import assert from "node:assert/strict";
import type { Message, Part } from "@a2agen/a2a-1.0";
import { asData, firstTask, isFile, links, partsOf, stateNames, textsOf, withMetadata } from "./helpers.js";

export async function check(): Promise<void> {
  const parts: Part[] = [
    { text: "one" },
    { url: "https://example.com/a" },
    { raw: "AA==" },
  ];
  const message: Message = { role: "ROLE_USER", messageId: "m-1", parts };
  assert.deepEqual(links(parts), ["https://example.com/a"]);
  assert.equal(parts.filter(isFile).length, 2);
  assert.deepEqual(textsOf({ items: [message] }), ["one"]);
  assert.equal(partsOf([message]).length, 3);
  assert.deepEqual(withMetadata({ message }, { a: 1 }).metadata, { a: 1 });
  assert.deepEqual(asData({ a: 1 }).data, { a: 1 });
  assert.deepEqual(stateNames([{ statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_FAILED" } } }]), ["TASK_STATE_FAILED"]);
  assert.equal(firstTask([{ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } }])?.id, "t");
}

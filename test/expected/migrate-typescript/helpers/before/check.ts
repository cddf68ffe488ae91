import assert from "node:assert/strict";
import type { Message, Part } from "@a2a-js/sdk";
import { asData, firstTask, isFile, links, partsOf, stateNames, textsOf, withMetadata } from "./helpers.js";

export async function check(): Promise<void> {
  const parts: Part[] = [
    { kind: "text", text: "one" },
    { kind: "file", file: { uri: "https://example.com/a" } },
    { kind: "file", file: { bytes: "AA==" } },
  ];
  const message: Message = { kind: "message", role: "user", messageId: "m-1", parts };
  assert.deepEqual(links(parts), ["https://example.com/a"]);
  assert.equal(parts.filter(isFile).length, 2);
  assert.deepEqual(textsOf({ items: [message] }), ["one"]);
  assert.equal(partsOf([message]).length, 3);
  assert.deepEqual(withMetadata({ message }, { a: 1 }).metadata, { a: 1 });
  assert.deepEqual(asData({ a: 1 }).data, { a: 1 });
  assert.deepEqual(stateNames([{ kind: "status-update", taskId: "t", contextId: "c", status: { state: "failed" }, final: true }]), ["failed"]);
  assert.equal(firstTask([{ kind: "task", id: "t", contextId: "c", status: { state: "working" } }])?.id, "t");
}

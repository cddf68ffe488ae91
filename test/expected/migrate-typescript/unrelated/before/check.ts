import assert from "node:assert/strict";
import { request } from "./plain.js";
import { isDone, job, toBlocks, width } from "./view.js";

export async function check(): Promise<void> {
  assert.equal(request.kind, "text");
  assert.equal(isDone(job), true);
  const blocks = toBlocks([{ kind: "text", text: "ab" }]);
  assert.deepEqual(blocks, [{ kind: "rule" }, { kind: "text", text: "ab" }]);
  assert.deepEqual(blocks.map(width), [80, 2]);
}

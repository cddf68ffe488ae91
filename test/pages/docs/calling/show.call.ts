import assert from "node:assert/strict";
import { completed, textArtifact } from "@a2agen/runtime/agent";
import { run } from "./client-of.ts";
import { show } from "./show.ts";

const { client } = run(async function* () {
  yield textArtifact("a", "Hel");
  yield textArtifact("a", "lo", { append: true });
  yield completed();
});
const task = await show(client, "go");
assert.equal(task?.status.state, "TASK_STATE_COMPLETED");
assert.deepEqual(task.artifacts?.[0]?.parts, [{ text: "Hello" }]);

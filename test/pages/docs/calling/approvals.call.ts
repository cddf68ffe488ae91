import assert from "node:assert/strict";
import { approvalIn, askApproval, completed } from "@a2agen/runtime/agent";
import { decide } from "./approvals.ts";
import { run, say } from "./client-of.ts";

const { client } = run(async function* (turn) {
  const answer = approvalIn(turn);
  if (answer === undefined) yield askApproval({ id: "call-1", name: turn.text, input: {} });
  else yield completed(answer.approved ? "done" : (answer.reason ?? "refused"));
});
for (const [name, said] of [
  ["read", "done"],
  ["pay", "against our rules"],
] as const) {
  const { task } = await client.sendMessage(say(name));
  assert(task);
  const answered = await decide(client, task, (approval) => approval.name === "read");
  assert.deepEqual(answered?.status.message?.parts, [{ text: said }]);
}

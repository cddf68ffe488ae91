import assert from "node:assert/strict";
import { A2AServiceClient as ReleasedClient } from "@a2agen/a2a-0.3";
import { A2AService } from "@a2agen/a2a-1.0";
import { A2AService as Draft } from "@a2agen/a2a-1.0-draft";
import { type Execute, textArtifact } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { card, fetchFrom } from "./client-of.ts";
import { serveAll } from "./family.ts";

// What older clients use is told, once each.
console.warn = () => undefined;

const execute: Execute = async function* ({ text }) {
  yield textArtifact("echo", text);
};
// Cards of one binding and of two.
for (const supportedInterfaces of [card.supportedInterfaces.slice(0, 1), card.supportedInterfaces]) {
  const fetch = fetchFrom(serveAll({ ...card, supportedInterfaces }, execute));
  const url = "http://localhost:4000";
  const bindings = supportedInterfaces.length > 1 ? [jsonRpc(), rest()] : [jsonRpc()];
  for (const binding of bindings) {
    const message = { messageId: crypto.randomUUID(), parts: [{ text: "hello" }] };
    const { client } = await connect(A2AService, url, { bindings: [binding], fetch });
    const newest = await client.sendMessage({ message: { ...message, role: "ROLE_USER" } });
    assert.equal(newest.task?.status.state, "TASK_STATE_COMPLETED");

    const draft = await connect(Draft, `${url}/a2a-1.0-draft`, { bindings: [binding], fetch });
    const drafted = await draft.client.sendMessage({
      message: { ...message, messageId: crypto.randomUUID(), role: "user" },
      configuration: { blocking: true },
    });
    assert.equal(drafted.task?.status.state, "completed");
  }
  const older = await connect(ReleasedClient, url, { bindings: [jsonRpc()], fetch });
  const answer = await older.client.sendMessage({
    message: {
      kind: "message",
      messageId: crypto.randomUUID(),
      role: "user",
      parts: [{ kind: "text", text: "hello" }],
    },
    configuration: { blocking: true },
  });
  assert.equal(answer.kind === "task" ? answer.status.state : answer.kind, "completed");
}

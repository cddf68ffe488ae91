import assert from "node:assert/strict";
import { type AgentClient, ask, follow } from "./read-events.js";

const client: AgentClient = {
  async sendMessage({ message }) {
    return {
      kind: "task",
      id: "t-1",
      contextId: message.contextId ?? "c-1",
      status: { state: "completed" },
      artifacts: [{ artifactId: "a-1", parts: [...message.parts, { kind: "data", data: { n: 1 } }] }],
    };
  },
  async *sendMessageStream() {
    yield { kind: "task", id: "t-1", contextId: "c-1", status: { state: "submitted" } };
    yield { kind: "status-update", taskId: "t-1", contextId: "c-1", status: { state: "working" }, final: false };
    yield { kind: "artifact-update", taskId: "t-1", contextId: "c-1", artifact: { artifactId: "a-1", parts: [] } };
    yield { kind: "message", messageId: "m-2", role: "agent", parts: [{ kind: "file", file: { uri: "https://example.com/a", name: "a" } }] };
  },
};

export async function check(): Promise<void> {
  assert.equal((await ask(client, "hi")).split("\n")[0], "hi");
  const lines: string[] = [];
  await follow(client, { message: { kind: "message", messageId: "m-1", role: "user", parts: [] } }, (line) => lines.push(line));
  assert.equal(lines.length, 4);
  assert.equal(lines[2], "artifact a-1");
  assert.equal(lines[3], "a at https://example.com/a");
}

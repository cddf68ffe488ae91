import assert from "node:assert/strict";
import { type AgentClient, ask, follow } from "./read-events.js";

const client: AgentClient = {
  async sendMessage({ message }) {
    return {
      task: {
        id: "t-1",
        contextId: message.contextId ?? "c-1",
        status: { state: "TASK_STATE_COMPLETED" },
        artifacts: [{ artifactId: "a-1", parts: [...message.parts, { data: { n: 1 } }] }],
      },
    };
  },
  async *sendMessageStream() {
    yield { task: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_SUBMITTED" } } };
    yield { statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } } };
    yield { artifactUpdate: { taskId: "t-1", contextId: "c-1", artifact: { artifactId: "a-1", parts: [] } } };
    yield { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ url: "https://example.com/a", filename: "a" }] } };
  },
};

export async function check(): Promise<void> {
  assert.equal((await ask(client, "hi")).split("\n")[0], "hi");
  const lines: string[] = [];
  await follow(client, { message: { messageId: "m-1", role: "ROLE_USER", parts: [] } }, (line) => lines.push(line));
  assert.equal(lines.length, 4);
  assert.equal(lines[2], "artifact a-1");
  assert.equal(lines[3], "a at https://example.com/a");
}

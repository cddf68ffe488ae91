import assert from "node:assert/strict";
import { test } from "node:test";
import { A2AService } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createAgent } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler, createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createClient } from "@a2agen/runtime/service";
import { execute } from "../src/agent.ts";

test("repeats a message", async () => {
  const agent = createAgent({ service: A2AService, execute });
  const host = createHost({ services: [implement(A2AService, agent)] });
  const answer = toFetchHandler(createJsonRpcHandler(host, { path: "/" }));
  const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    answer(new Request(input, init));
  const transport = createJsonRpcTransport(A2AService.protocol, { url: "http://localhost/", fetch });
  const client = createClient(A2AService, transport);
  const { task } = await client.sendMessage({
    message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hello" }] },
  });
  assert.equal(task?.status.state, "TASK_STATE_COMPLETED");
  assert.equal(task.artifacts?.[0]?.parts[0]?.text, "Hello");
  await Promise.all([host.close(), agent.close()]);
});

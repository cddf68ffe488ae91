import { A2AService, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { type ConnectOptions, connect } from "@a2agen/runtime/client";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createHttpHandler, type HttpHandlerOptions } from "@a2agen/runtime/server";

/** An agent that answers how it was called; its card has a mount's URLs: JSON-RPC at `/a2a` below it. */
export function mountedAgent(url: string, options: HttpHandlerOptions = {}): HttpHandler {
  const card: AgentCard = {
    name: "Mounted",
    description: "Tells what it was called with.",
    version: "1",
    supportedInterfaces: [
      { url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      { url, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const host = createHost({
    services: [
      implement(A2AService, {
        async getTask({ id }, { binding, tenant }) {
          return {
            id,
            contextId: `${binding} ${tenant ?? "without tenant"}`,
            status: { state: "TASK_STATE_WORKING" },
          };
        },
        async *subscribeToTask({ id }, { binding }) {
          yield { task: { id, contextId: binding, status: { state: "TASK_STATE_WORKING" } } };
          yield {
            statusUpdate: { taskId: id, contextId: binding, status: { state: "TASK_STATE_COMPLETED" } },
          };
        },
      }),
    ],
    card,
  });
  return createHttpHandler(host, options);
}

/** What a client sees that knows nothing but the address of the mount; each line is one answer. */
export async function callMounted(
  url: string,
  options: Omit<ConnectOptions<AgentCard>, "bindings" | "cardCodec"> = {},
): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const binding of [jsonRpc(), rest()]) {
    const connection = await connect(A2AService, url, {
      ...options,
      cardCodec: AgentCardCodec,
      bindings: [binding],
    });
    const { client } = connection;
    const plain = await client.getTask({ id: "t" });
    // The name of the mount's last segment must not be taken for a part of the mount.
    const tenant = await client.getTask({ id: "t", tenant: "one" });
    seen.push(`${connection.interface.protocolBinding}: ${plain.contextId}, ${tenant.contextId}`);
    for await (const event of client.subscribeToTask({ id: "t" })) seen.push(Object.keys(event).join());
    await connection.close();
  }
  return seen;
}

/** What `callMounted` sees where everything works. */
export const mountedAnswers: readonly string[] = [
  "JSONRPC: JSONRPC without tenant, JSONRPC one",
  "task",
  "statusUpdate",
  "HTTP+JSON: HTTP+JSON without tenant, HTTP+JSON one",
  "task",
  "statusUpdate",
];

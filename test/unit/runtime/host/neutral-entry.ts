import { A2AService } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createHost, type HostOptions, implement } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient, type Transport } from "@a2agen/runtime/service";

/** What the test bundles for a platform that is no Node: a server, and clients that call it by its fetch. */
export async function callEverything(card: NonNullable<HostOptions["card"]>): Promise<object> {
  const host = createHost({
    services: [implement(A2AService, agent as unknown as A2AService)],
    card,
  });
  const handle = toFetchHandler(createHttpHandler(host));
  const send: typeof fetch = (input, init) => handle(new Request(input, init));
  const discovered = await send("https://agent.example.com/.well-known/agent-card.json");
  return {
    jsonRpc: await callAll(
      createJsonRpcTransport(A2AService.protocol, { url: "https://agent.example.com/rpc", fetch: send }),
    ),
    rest: await callAll(
      createRestTransport(A2AService.protocol, { url: "https://agent.example.com/", fetch: send }),
    ),
    card: [discovered.status, discovered.headers.get("etag"), await discovered.json()],
  };
}

const agent = {
  getTask: async ({ id }: { readonly id: string }) => ({ id, status: { state: "TASK_STATE_WORKING" } }),
  async *subscribeToTask({ id }: { readonly id: string }) {
    yield { task: { id, status: { state: "TASK_STATE_WORKING" } } };
    yield { statusUpdate: { taskId: id, contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } };
  },
};

async function callAll(transport: Transport): Promise<object> {
  const client = createClient(A2AService, transport);
  const task = await client.getTask({ id: "täsk" });
  const events: unknown[] = [];
  for await (const event of client.subscribeToTask({ id: "t1" })) events.push(event);
  let failure: unknown;
  try {
    await client.cancelTask({ id: "t1" });
  } catch (error) {
    failure = (error as { readonly status?: unknown }).status;
  }
  return { task, events, failure };
}

import { A2AServiceClient, A2AServiceGrpc, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { type ClientConnection, connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { createClient } from "@a2agen/runtime/service";
import { TaskSearchExtension, TaskSearchService, TaskSearchServiceGrpc } from "./src/index.ts";

/** Most cards have one order of bindings; here each is taken once. */
const bindings = [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc, TaskSearchServiceGrpc] })];

function open(
  name: string,
  binding: (typeof bindings)[number],
): Promise<ClientConnection<A2AServiceClient, AgentCard>> {
  return connect(A2AServiceClient, "http://localhost:4000", {
    bindings: [binding],
    cardCodec: AgentCardCodec,
    credentials: { token: `token-of-${name}` },
    // The card's other interface, gRPC, is at a port of its own.
    allowInterface: ({ hostname }) => hostname === "localhost",
    extensions: [TaskSearchExtension],
  });
}

/** All tasks that a caller finds, page by page. */
async function find(
  { transport }: ClientConnection<A2AServiceClient, AgentCard>,
  query: string,
): Promise<void> {
  const client = createClient(TaskSearchService, transport);
  let pageToken = "";
  do {
    const page = await client.searchTasks({ query, pageToken });
    console.log(`  ${query}: ${page.tasks.map(({ id }) => id).join(", ") || "nothing"}`);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}

for (const [index, binding] of bindings.entries()) {
  const ada = await open("ada", binding);
  console.log(ada.interface.protocolBinding);
  if (index === 0) {
    for (const text of ["Buy milk", "Call Eve", "Buy bread and MILK", "Drink milk"]) {
      const message = { messageId: text, role: "ROLE_USER" as const, parts: [{ text }] };
      await ada.client.sendMessage({ message });
    }
  }
  await find(ada, "milk");
  await find(ada, "buy milk");
  await ada.close();
  const bob = await open("bob", binding);
  await find(bob, "milk");
  await bob.close();
}

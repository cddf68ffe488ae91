import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createAgent } from "@a2agen/translate/draft-agent";
import { card, execute } from "./agent.ts";

const agent = createAgent({ card, execute, push: webhooks() });
const host = createHost({ services: [implement(A2AService, agent)], card });

const server = createServer(toNodeListener(createHttpHandler(host)));
server.listen(4000, "localhost", () => console.log("listening on http://localhost:4000"));

async function shutDown(): Promise<void> {
  await Promise.all([host.close(), agent.close()]);
  server.close();
}
process.once("SIGTERM", () => void shutDown());

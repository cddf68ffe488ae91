import { createServer } from "node:http";
import {
  A2AService,
  type AgentCard,
  type SendMessageRequest,
  type SendMessageResponse,
} from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { compliance } from "./src/index.ts";

const facts = compliance({
  controller: "Example Ltd",
  contact: "privacy@example.com",
  countries: ["DE", "IE"],
  retentionDays: 30,
  lawfulBasis: "LAWFUL_BASIS_CONTRACT",
  processors: [{ name: "Example Hosting", country: "IE" }],
});

const card: AgentCard = {
  name: "Echo",
  description: "Says what it is told.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { extensions: [facts.declaration] },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const agent: Partial<A2AService> = {
  async sendMessage({ message }: SendMessageRequest): Promise<SendMessageResponse> {
    return { message: { messageId: `${message.messageId}-reply`, role: "ROLE_AGENT", parts: message.parts } };
  },
};

const host = createHost({ services: [implement(A2AService, agent)], card, extensions: [facts] });

const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(4000, "localhost", () => console.log("listening"));

async function shutDown(): Promise<void> {
  await host.close();
  http.close();
}
process.once("SIGTERM", () => void shutDown());

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
import type { CallContext } from "@a2agen/runtime/service";
import { geolocation, positionOf } from "./src/index.ts";

const where = geolocation({ maxAccuracy: 5000 });

const card: AgentCard = {
  name: "Guide",
  description: "Knows what is nearby.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { extensions: [where.declaration] },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const agent: Partial<A2AService> = {
  async sendMessage({ message }: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    const position = positionOf(message, context);
    const text =
      position === undefined
        ? "Nearby what?"
        : `Three restaurants are near ${position.latitude}, ${position.longitude}.`;
    return { message: { messageId: `${message.messageId}-reply`, role: "ROLE_AGENT", parts: [{ text }] } };
  },
};

const host = createHost({ services: [implement(A2AService, agent)], card, extensions: [where] });

const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(4000, "localhost", () => console.log("listening"));

async function shutDown(): Promise<void> {
  await host.close();
  http.close();
}
process.once("SIGTERM", () => void shutDown());

import type { AgentCard } from "@a2agen/a2a-1.0";

/** The card that every contender shows. */
export const card: AgentCard = {
  name: "Bench agent",
  description: "Answers at once.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://127.0.0.1/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://127.0.0.1/rest", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Says it again.", tags: ["echo"] }],
};

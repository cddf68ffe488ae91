import type { AgentCard } from "@a2agen/a2a-1.0";
import { type ProtocolName, versions } from "@a2agen/exchange/versions.ts";
import type { Place } from "./behaviour.ts";

/** What the agent says of itself, over one interface. */
export function rightCard({ origin, binding }: Place, version: ProtocolName): AgentCard {
  const paths: Readonly<Record<string, string>> = { JSONRPC: "/rpc", "HTTP+JSON": "/rest", GRPC: "" };
  const { version: protocolVersion = "" } = versions[version].service.protocol;
  return {
    name: "Scripted agent",
    description: "Tests its clients.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${origin}${paths[binding] ?? ""}`, protocolBinding: binding, protocolVersion },
    ],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "obey", name: "Obey", description: "Does what its script says.", tags: ["test"] }],
  };
}

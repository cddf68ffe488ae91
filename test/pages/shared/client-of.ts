import { A2AService, type A2AServiceClient, type AgentCard } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { type Agent, createAgent, type Execute } from "@a2agen/runtime/agent";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient } from "@a2agen/runtime/service";

/** A card for what pages show, at the port that they name. */
export const card: AgentCard = {
  name: "Shown",
  description: "Does what a page shows.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

/** Sends requests to a handler instead of the network. */
export function fetchFrom(handler: HttpHandler): typeof fetch {
  const handle = toFetchHandler(handler);
  return (input, init) => handle(new Request(input, init));
}

/** A client of a handler over HTTP+JSON. */
export function clientOf(handler: HttpHandler, headers: Record<string, string> = {}): A2AServiceClient {
  const transport = createRestTransport(A2AService.protocol, {
    url: "http://localhost:4000",
    headers,
    fetch: fetchFrom(handler),
  });
  return createClient(A2AService, transport);
}

export function hostOf(agent: Partial<A2AService>, options: Partial<HostOptions> = {}): Host {
  return createHost({ services: [implement(A2AService, agent)], card, ...options });
}

/** An agent of a page's `execute`, and its client. */
export function run(execute: Execute): { readonly client: A2AServiceClient; readonly agent: Agent } {
  const agent = createAgent({ service: A2AService, card, execute });
  return { agent, client: clientOf(createHttpHandler(hostOf(agent))) };
}

export function say(text: string) {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER" as const, parts: [{ text }] } };
}

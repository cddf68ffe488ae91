import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { type Agent, type AgentOptions, createAgent } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler, type HostFamily } from "@a2agen/runtime/server";
import { a2a03ToA2a10, a2a10ToA2a11Dev } from "@a2agen/translate";
import { toFetchHandler } from "../../../packages/runtime/src/adapters/fetch.ts";

export const nextOrigin: string = "http://agent.test";

/** A card that offers 1.1 and 1.0 at the same paths. */
export const nextCard: AgentCard = {
  name: "Counter",
  description: "Counts.",
  version: "1.0.0",
  supportedInterfaces: ["1.1", "1.0"].flatMap((protocolVersion) => [
    { url: `${nextOrigin}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
    { url: nextOrigin, protocolBinding: "HTTP+JSON", protocolVersion },
  ]),
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

export interface NextAgent {
  readonly agent: Agent;
  readonly family: HostFamily;
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** An agent of 1.1 that is served in 1.0 and 0.3 too, or one of 1.0 alone. */
export function startNext(options: Omit<AgentOptions, "service">, isNext = true): NextAgent {
  const service = isNext ? NextService : A2AService;
  const agent = createAgent({ ...options, service });
  const family = createHostFamily({
    services: [implement<object>(service, agent)],
    card: isNext ? nextCard : { ...nextCard, supportedInterfaces: nextCard.supportedInterfaces.slice(2) },
    older: isNext ? [{ translation: a2a10ToA2a11Dev }, { translation: a2a03ToA2a10 }] : [],
    onWarning: () => undefined,
  });
  const handle = toFetchHandler(createHttpHandler(family, { onDeprecated: () => undefined }));
  return {
    agent,
    family,
    fetch: (input, init) => handle(new Request(input, init)),
  };
}

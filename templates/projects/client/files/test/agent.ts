import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  type AgentEvent,
  createAgent,
  inputRequired,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10 } from "@a2agen/translate";

export interface TestAgent {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an agent on a free port, over JSON-RPC in versions 1.0 and 0.3. */
export async function startAgent(): Promise<TestAgent> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card: AgentCard = {
    name: "Test",
    description: "Repeats, asks and waits.",
    version: "1.0.0",
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  const agent = createAgent({ service: A2AService, card, execute });
  const family = createHostFamily({
    card,
    services: [implement(A2AService, agent)],
    older: [{ translation: a2a03ToA2a10 }],
  });
  server.on("request", toNodeListener(createHttpHandler(family)));
  return {
    url,
    async close() {
      await Promise.all([family.close(), agent.close()]);
      server.close();
      server.closeAllConnections();
    },
  };
}

async function* execute({ task, text, signal }: Turn): AsyncGenerator<AgentEvent> {
  if (text === "wait") {
    yield working("Waiting");
    await setTimeout(60_000, undefined, { signal });
  }
  if (text === "ask" && task === undefined) {
    yield inputRequired("What else?");
    return;
  }
  yield textArtifact("echo", "You said ", { name: "Echo" });
  yield textArtifact("echo", `${text}.\n`, { append: true, lastChunk: true });
}

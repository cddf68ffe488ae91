import { createServer } from "node:http";
import type { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, MemoryTaskStore, textArtifact } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { card } from "../server/agent-card.ts";
import { announce } from "./announce.ts";

/** The smallest agent of the kit, over JSON-RPC. */
export function serveKit(service: typeof A2AService): void {
  const agent = createAgent({
    service,
    card,
    store: new MemoryTaskStore({ service }),
    async *execute({ text }) {
      yield textArtifact("answer", `You said: ${text}`);
      yield completed();
    },
  });
  const host = createHost({ services: [implement(service, agent)], card });
  announce(createServer(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc" }))));
}

import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { card } from "../../server/agent-card.ts";
import { createAgent } from "../../server/contenders/a2agen.ts";

const paths = { jsonRpc: "/rpc", rest: "/rest" } as const;

export function createAlone(): ReturnType<typeof createServer> {
  const host = createHost({ services: [implement(A2AService, createAgent())], card });
  return createServer(toNodeListener(createHttpHandler(host, paths)));
}

export function createFamily(): ReturnType<typeof createServer> {
  const family = createHostFamily({
    services: [implement(A2AService, createAgent())],
    card,
    older: [
      { translation: draftToA2a10, jsonRpc: "/draft", rest: false, cardPrefix: "/draft" },
      { translation: a2a03ToA2a10 },
    ],
  });
  return createServer(toNodeListener(createHttpHandler(family, paths)));
}

import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { type Agent, completed, createAgent, MemoryTaskStore, textArtifact } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import type { Observer } from "@a2agen/runtime/service";
import { card } from "../../server/agent-card.ts";
import { answerTo } from "../../server/work.ts";
import { pauseBefore, pieceOf, readOrder } from "../order.ts";

/** The agent of this part as it is written with the kit. */
export function createKitAgent(maxTasks: number, observer?: Observer): Agent {
  return createAgent({
    service: A2AService,
    card,
    ...(observer && { observer }),
    store: new MemoryTaskStore({ service: A2AService, maxTasks }),
    async *execute({ text }) {
      const order = readOrder(text);
      if (order === undefined) {
        yield textArtifact("answer", answerTo(text), { name: "answer" });
      } else {
        for (let index = 0; index < order.events; index++) {
          const pause = pauseBefore(order, index);
          if (pause !== undefined) await pause;
          const { artifactId, text: line, append, lastChunk } = pieceOf(order, index);
          yield textArtifact(artifactId, line, { append, lastChunk });
        }
      }
      yield completed();
    },
  });
}

export function createKit(maxTasks: number): ReturnType<typeof createServer> {
  return serveAgent(createKitAgent(maxTasks));
}

export function serveAgent(agent: A2AService): ReturnType<typeof createServer> {
  const host = createHost({ services: [implement(A2AService, agent)], card });
  return createServer(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
}

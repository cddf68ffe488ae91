import { createServer } from "node:http";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.1-dev";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, textArtifact } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a10ToA2a11Dev } from "@a2agen/translate";
import { onTestFinished } from "vitest";
import { listen } from "../interop/our-agent.ts";
import { nextCard, nextOrigin } from "./start-next.ts";

export interface NextServerOptions {
  /** Whether it offers 1.1 alone. Default: 1.0 too, at the same paths. */
  readonly isAlone?: boolean;
  readonly card?: Partial<AgentCard>;
}

/** Serves an agent of 1.1 until the test has ended; returns its origin. */
export async function startNextAgent({ isAlone = false, card }: NextServerOptions = {}): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const supportedInterfaces = nextCard.supportedInterfaces
    .filter(({ protocolVersion }) => !isAlone || protocolVersion === "1.1")
    .map(({ url, ...rest }) => ({ ...rest, url: url.replace(nextOrigin, origin) }));
  const agent = createAgent({
    service: A2AService,
    async *execute({ text }) {
      yield textArtifact("a", text);
      yield completed("done");
    },
  });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card: { ...nextCard, supportedInterfaces, ...card },
    older: isAlone ? [] : [{ translation: a2a10ToA2a11Dev }],
    authenticate: () => ({ id: "anybody" }),
  });
  server.on("request", toNodeListener(createHttpHandler(family)));
  onTestFinished(async () => {
    await Promise.all([family.close({ graceMs: 0 }), agent.close()]);
  });
  return origin;
}

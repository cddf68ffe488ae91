import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.1-dev";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { completed, createAgent, textArtifact } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a10ToA2a11Dev } from "@a2agen/translate";
import { onTestFinished } from "vitest";
import { listen } from "../../shared/interop/our-agent.ts";
import { nextCard, nextOrigin } from "../../shared/versions/start-next.ts";

/** Serves an agent of 1.1 in 1.0 too until the test has ended; returns its origin. */
export async function startNextAgent(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const supportedInterfaces = nextCard.supportedInterfaces.map(({ url, ...rest }) => ({
    ...rest,
    url: url.replace(nextOrigin, origin),
  }));
  const agent = createAgent({
    service: A2AService,
    async *execute({ text }) {
      yield textArtifact("a", text);
      yield completed("done");
    },
  });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card: { ...nextCard, supportedInterfaces },
    older: [{ translation: a2a10ToA2a11Dev }],
  });
  server.on("request", toNodeListener(createHttpHandler(family)));
  onTestFinished(async () => {
    await Promise.all([family.close({ graceMs: 0 }), agent.close()]);
  });
  return origin;
}

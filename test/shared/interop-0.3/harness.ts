import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-0.3";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler, type HttpHandlerOptions } from "@a2agen/runtime/server";
import { onTestFinished } from "vitest";
import { listen } from "../interop/our-agent.ts";
import { OlderAgent, olderCard } from "./older-agent.ts";

export { type SdkCall, type SdkFailure, sdkClientCalls, sdkClientFailures, sdkMessage } from "./sdk-calls.ts";
export { createSdkClient } from "./sdk-client.ts";
export { type SdkServer, type SdkServerOptions, startSdkServer } from "./sdk-server.ts";

export interface OlderServer {
  /** Where the card is; JSON-RPC is at /rpc. */
  readonly origin: string;
  readonly agent: OlderAgent;
}

export interface OlderServerOptions {
  readonly card?: Partial<typeof olderCard>;
  readonly http?: HttpHandlerOptions;
  /** Default: a free one. */
  readonly port?: number;
}

/** Serves an agent of 0.3 by our code, on a socket of its own, until the test has ended. */
export async function startOlderServer({
  card = {},
  http = {},
  port = 0,
}: OlderServerOptions = {}): Promise<OlderServer> {
  const server = createServer();
  const origin = await listen(server, port);
  const agent = new OlderAgent();
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: { ...olderCard, url: `${origin}/rpc`, ...card },
    authenticate: ({ header }) => {
      const authorization = header("authorization");
      if (authorization === undefined) return { id: "anybody" };
      const token = /^Bearer (.+)$/.exec(authorization)?.[1];
      return token === undefined ? undefined : { id: token };
    },
    onError: () => undefined,
  });
  server.on("request", toNodeListener(createHttpHandler(host, http)));
  onTestFinished(() => host.close({ graceMs: 0 }));
  return { origin, agent };
}

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toExpress, toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, type Host, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler } from "@a2agen/runtime/jsonrpc";
import { createRestHandler } from "@a2agen/runtime/rest";
import { createDiscoveryHandler, createHttpHandler } from "@a2agen/runtime/server";
import express from "express";
import { onTestFinished } from "vitest";
import { fullCard, TestAgent } from "../bindings/test-agent.ts";

export type HttpBinding = "JSONRPC" | "HTTP+JSON";

export const echoExtension = "https://example.com/extensions/echo/v1";

/** The ways in which our server is put on a socket. */
export const servers = {
  "node:http": (host) => toNodeListener(createHttpHandler(host)),
  Express: (host) =>
    express()
      .use(toExpress(createDiscoveryHandler(host)))
      .use("/rpc", toExpress(createJsonRpcHandler(host)))
      .use("/rest", toExpress(createRestHandler(host))),
} as const satisfies Record<string, (host: Host) => RequestListener>;

export interface OurAgentOptions {
  /** The binding of the card's first interface; the other one is the second. */
  readonly binding: HttpBinding;
  readonly server?: keyof typeof servers;
  readonly tenant?: string;
  readonly card?: Partial<AgentCard>;
}

export interface OurAgent {
  /** Where the card is, and the interfaces at /rpc and /rest. */
  readonly origin: string;
  readonly agent: TestAgent;
}

/** Serves a test agent by our code, on a socket of its own, until the test has ended. */
export async function startOurAgent({
  binding,
  server: way = "node:http",
  tenant,
  card = {},
}: OurAgentOptions): Promise<OurAgent> {
  const server = createServer();
  const origin = await listen(server);
  const place = { protocolVersion: "1.0", ...(tenant === undefined ? {} : { tenant }) };
  const interfaces = [
    { url: `${origin}/rpc`, protocolBinding: "JSONRPC", ...place },
    { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", ...place },
  ];
  const agent = new TestAgent();
  const host = createHost({
    services: [implement(A2AService, agent)],
    card: {
      ...fullCard,
      supportedInterfaces: binding === "JSONRPC" ? interfaces : interfaces.toReversed(),
      ...card,
    },
    authenticate: ({ header }) => {
      const token = /^Bearer (.+)$/.exec(header("authorization") ?? "anybody")?.[1];
      return header("authorization") === undefined || token !== undefined
        ? { id: token ?? "anybody" }
        : undefined;
    },
    onError: () => undefined,
  });
  server.on("request", servers[way](host));
  onTestFinished(() => host.close({ graceMs: 0 }));
  return { origin, agent };
}

/** Starts a server on a free port of this machine; it ends with the test. */
export async function listen(server: ReturnType<typeof createServer>, port = 0): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(port, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { createHost, type Host, type HostOptions, implement } from "@a2agen/runtime/host";
import { createClient } from "@a2agen/runtime/service";
import type {
  WebSocketServer,
  WebSocketServerOptions,
  WebSocketTransportOptions,
} from "@a2agen/runtime/websocket";
import { WebSocket } from "ws";
import { createA2AServiceWebSocketTransport } from "../../../websocket/generated/lf/a2a/v1/a2a_websocket_client.ts";
import { createA2AServiceWebSocketServer } from "../../../websocket/generated/lf/a2a/v1/a2a_websocket_server.ts";
import { createAgent, type Seen } from "./agent.ts";
import { connectRaw, type RawClient } from "./raw-client.ts";

export interface ServedAgentInit {
  readonly host?: Partial<HostOptions>;
  readonly server?: Omit<WebSocketServerOptions, "WebSocketServer">;
}

/** An agent that listens, with clients for it; `close` ends everything. */
export interface ServedAgent {
  readonly url: string;
  readonly host: Host;
  readonly http: Server;
  readonly server: WebSocketServer;
  readonly seen: Seen;
  /** Errors that no client learned of. */
  readonly hidden: unknown[];
  client(options?: Partial<WebSocketTransportOptions>): A2AServiceClient;
  raw(options?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
  }): Promise<RawClient>;
  /** Cuts all connections as a network would. */
  breakConnections(): void;
  close(): Promise<void>;
}

export const path = "/a2a/websocket";

export async function serveAgent({
  host: hostOptions,
  server: serverOptions,
}: ServedAgentInit = {}): Promise<ServedAgent> {
  const seen: Seen = { contexts: [], pulled: 0, ended: 0 };
  const hidden: unknown[] = [];
  const host = createHost({
    services: [implement(A2AService, createAgent(seen))],
    // Events here are what a transport has to carry, not streams of an agent.
    checkAnswers: "shape",
    onError: (error) => hidden.push(error),
    ...hostOptions,
  });
  const server = createA2AServiceWebSocketServer(host, { path, ...serverOptions });
  const http = createServer();
  server.attach(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const url = `ws://${address}${path}`;
  const sockets = new Set<Socket>();
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const closers: (() => Promise<void> | void)[] = [];
  return {
    url,
    host,
    http,
    server,
    seen,
    hidden,
    client(options = {}) {
      const transport = createA2AServiceWebSocketTransport({ url, WebSocket, ...options });
      closers.push(() => transport.close());
      return createClient(A2AService, transport);
    },
    async raw({ headers = {}, path: own = path } = {}) {
      const raw = await connectRaw(`ws://${address}${own}`, headers);
      closers.push(() => raw.socket.terminate());
      return raw;
    },
    breakConnections() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const close of closers) await close();
      await Promise.all([host.close({ graceMs: 0 }), server.close({ graceMs: 0 })]);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

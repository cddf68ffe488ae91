import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService, type A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { addGrpcService, createGrpcTransport, grpcServerOptions } from "@a2agen/runtime/grpc";
import type { Host } from "@a2agen/runtime/host";
import { createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestTransport } from "@a2agen/runtime/rest";
import { createHttpHandler } from "@a2agen/runtime/server";
import { createClient, type Transport } from "@a2agen/runtime/service";
import { createWebSocketTransport } from "@a2agen/runtime/websocket";
import { Server as GrpcServer, ServerCredentials } from "@grpc/grpc-js";
import { WebSocket } from "ws";
import { createA2AServiceWebSocketServer } from "../../websocket/generated/lf/a2a/v1/a2a_websocket_server.ts";
import type { RawCall } from "./outcome.ts";
import { rawGrpc } from "./raw-grpc.ts";
import { rawJsonRpc } from "./raw-json-rpc.ts";
import { rawRest } from "./raw-rest.ts";
import { rawWebSocket } from "./raw-web-socket.ts";

/** A host that is served over one binding, on a socket of its own. */
export interface Served {
  readonly url: string;
  client(headers?: Readonly<Record<string, string>>): A2AServiceClient;
  /** Sends a request that is made without our code and reads the answer without it. */
  raw: RawCall;
  close(): Promise<void>;
}

export interface Binding {
  readonly name: string;
  serve(host: Host): Promise<Served>;
}

export const bindings: readonly Binding[] = [
  {
    name: "JSONRPC",
    serve: (host) =>
      serveHttp(host, (origin) => ({
        url: `${origin}/rpc`,
        transport: (headers) =>
          createJsonRpcTransport(A2AService.protocol, { url: `${origin}/rpc`, headers }),
        raw: rawJsonRpc(`${origin}/rpc`),
      })),
  },
  {
    name: "HTTP+JSON",
    serve: (host) =>
      serveHttp(host, (origin) => ({
        url: `${origin}/rest`,
        transport: (headers) => createRestTransport(A2AService.protocol, { url: `${origin}/rest`, headers }),
        raw: rawRest(`${origin}/rest`),
      })),
  },
  { name: "GRPC", serve: serveGrpc },
  { name: "WEBSOCKET", serve: serveWebSocket },
];

interface HttpBinding {
  readonly url: string;
  readonly transport: (headers: Readonly<Record<string, string>>) => Transport;
  readonly raw: RawCall;
}

async function serveHttp(host: Host, makeBinding: (origin: string) => HttpBinding): Promise<Served> {
  const server = createServer(toNodeListener(createHttpHandler(host, { jsonRpc: "/rpc", rest: "/rest" })));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const { url, transport, raw } = makeBinding(origin);
  return {
    url,
    client: (headers = {}) => createClient(A2AService, transport(headers)),
    raw,
    close: () => closeServer(server),
  };
}

async function serveGrpc(host: Host): Promise<Served> {
  const server = new GrpcServer(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const address = `http://127.0.0.1:${port}`;
  const transports: Transport[] = [];
  const raw = rawGrpc(`127.0.0.1:${port}`);
  return {
    url: address,
    client(metadata = {}) {
      const transport = createGrpcTransport({ address, codecs: [A2AServiceGrpc], metadata });
      transports.push(transport);
      return createClient(A2AService, transport);
    },
    raw: raw.call,
    async close() {
      raw.close();
      for (const transport of transports) await transport.close();
      server.forceShutdown();
    },
  };
}

async function serveWebSocket(host: Host): Promise<Served> {
  const sockets = createA2AServiceWebSocketServer(host, { path: "/ws" });
  const server = createServer();
  sockets.attach(server);
  const url = `ws://127.0.0.1:${await listen(server)}/ws`;
  const transports: Transport[] = [];
  return {
    url,
    client(headers = {}) {
      const transport = createWebSocketTransport(A2AService.protocol, { url, WebSocket, headers });
      transports.push(transport);
      return createClient(A2AService, transport);
    },
    raw: rawWebSocket(url),
    async close() {
      for (const transport of transports) await transport.close();
      await sockets.close({ graceMs: 0 });
      await closeServer(server);
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await closed;
}

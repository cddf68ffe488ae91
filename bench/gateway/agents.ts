import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ServerCredentials } from "@grpc/grpc-js";
import { servers as grpcServers } from "../grpc/servers.ts";
import { card } from "../server/agent-card.ts";
import { completeTask } from "../server/work.ts";
import type { AgentName } from "./names.ts";
import { isStreamRequest, streamPaced } from "./paced-streams.ts";

/** Agents that cost little beside what stands before them; each resolves with the port of its card. */
export const agents = {
  "1.0": () =>
    serve((origin) =>
      listen({ ...card, supportedInterfaces: [placeOf("JSONRPC", `${origin}/rpc`)] }, answer),
    ),
  "0.3": () =>
    serve((origin) => {
      const { supportedInterfaces: _, ...shared } = card;
      const own = { protocolVersion: "0.3.0", url: `${origin}/rpc`, preferredTransport: "JSONRPC" };
      return listen({ ...shared, ...own }, answerOlder);
    }),
  "1.0 over gRPC": async () => {
    const server = grpcServers.a2agen();
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    const place = placeOf("GRPC", `http://127.0.0.1:${port}`);
    return serve(() => listen({ ...card, supportedInterfaces: [place] }, answer));
  },
} as const satisfies Record<AgentName, () => Promise<number>>;

/** Starts a server whose answers depend on where it is; resolves with its port. */
export async function serve(listenerFor: (origin: string) => RequestListener): Promise<number> {
  const server = createServer();
  // A connection waits while others have their turns.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  server.on("request", listenerFor(`http://127.0.0.1:${port}`));
  return port;
}

function placeOf(protocolBinding: string, url: string): (typeof card.supportedInterfaces)[number] {
  return { url, protocolBinding, protocolVersion: "1.0" };
}

interface Envelope {
  readonly id: number | string;
  readonly method: string;
  readonly params: { readonly message: Parameters<typeof completeTask>[0] };
}

function listen(own: object, resultOf: (call: Envelope) => object): RequestListener {
  return (request, response) => {
    if (request.method === "GET") {
      send(response, own);
      return;
    }
    readBody(request, (text) => {
      const call = JSON.parse(text) as Envelope;
      if (isStreamRequest(call.params.message)) streamPaced(response, call.id);
      else send(response, { jsonrpc: "2.0", id: call.id, result: resultOf(call) });
    });
  };
}

function answer({ params: { message } }: Envelope): object {
  return { task: completeTask(message) };
}

/** The same task as 0.3 writes it. */
function answerOlder({ params: { message } }: Envelope): object {
  const { artifacts = [], status, ...task } = completeTask(message);
  return {
    ...task,
    kind: "task",
    status: { ...status, state: "completed" },
    artifacts: artifacts.map(({ parts, ...artifact }) => ({
      ...artifact,
      parts: parts.map((part) => ({ kind: "text", text: part.text })),
    })),
  };
}

function readBody(request: IncomingMessage, onEnd: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => onEnd(Buffer.concat(chunks).toString()));
}

function send(response: ServerResponse, value: object): void {
  const text = JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

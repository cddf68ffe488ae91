import { createServer } from "node:http";
import { A2AServiceGrpc as ServiceGrpc03 } from "@a2agen/a2a-0.3/proto";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc as DraftServiceGrpc } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { addGrpcService } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ProtoToA2a10, a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { onTestFinished } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { listen } from "../../shared/interop/our-agent.ts";
import { CommandAgent } from "../../system/cli/call/command-agent.ts";

/** Serves one agent in every version over every binding, the draft below /draft; returns its origin. */
export async function startEverywhere(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const grpc = new Server();
  onTestFinished(() => grpc.forceShutdown());
  const port = await new Promise<number>((resolve, reject) => {
    grpc.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const address = `http://127.0.0.1:${port}`;
  const interfacesOf = (protocolVersion: string) => [
    { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion },
    { url: origin, protocolBinding: "HTTP+JSON", protocolVersion },
    { url: address, protocolBinding: "GRPC", protocolVersion },
  ];
  const family = createHostFamily({
    services: [implement(A2AService, new CommandAgent())],
    card: { ...fullCard, supportedInterfaces: [...interfacesOf("1.0"), ...interfacesOf("0.3.0")] },
    authenticate: () => ({ id: "anybody" }),
    older: [
      { translation: a2a03ToA2a10 },
      { translation: a2a03ProtoToA2a10 },
      {
        translation: draftToA2a10,
        jsonRpc: "/draft/rpc",
        rest: "/draft",
        cardPrefix: "/draft",
        interfaces: [
          { url: `${origin}/draft/rpc`, protocolBinding: "JSONRPC" },
          { url: `${origin}/draft`, protocolBinding: "HTTP+JSON" },
          { url: address, protocolBinding: "GRPC" },
        ],
      },
    ],
  });
  server.on("request", toNodeListener(createHttpHandler(family, { onDeprecated: () => undefined })));
  const codecs = [A2AServiceGrpc, ServiceGrpc03, DraftServiceGrpc];
  for (const host of family.hosts) {
    if (host.protocol.bindings?.includes("GRPC") !== false) addGrpcService(grpc, host, codecs);
  }
  onTestFinished(() => family.close({ graceMs: 0 }));
  return origin;
}

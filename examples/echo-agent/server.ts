import { createServer } from "node:http";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { card, EchoAgent } from "./agent.ts";

const host = createHost({ services: [implement(A2AService, new EchoAgent())], card });

// JSON-RPC, HTTP+JSON and the agent card, at the paths that the card names.
const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(4000, "localhost", () => console.log("listening on http://localhost:4000"));

const grpc = new Server(grpcServerOptions(host));
addGrpcService(grpc, host, [A2AServiceGrpc]);
grpc.bindAsync("localhost:4001", ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
  console.log("gRPC on localhost:4001");
});

async function shutDown(): Promise<void> {
  await host.close();
  http.close();
  grpc.tryShutdown(() => undefined);
}
process.once("SIGTERM", () => void shutDown());

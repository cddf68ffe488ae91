import { createServer } from "node:http";
import { A2AService, A2AServiceGrpc, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { NotesAgent } from "./agent.ts";
import { TaskSearchServiceGrpc, taskSearch } from "./src/index.ts";

const agent = new NotesAgent();
const search = taskSearch(agent, { maxPageSize: 2 });

const card: AgentCard = {
  name: "Notes",
  description: "Keeps notes.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url: "localhost:4001", protocolBinding: "GRPC", protocolVersion: "1.0" },
  ],
  capabilities: { extensions: [search.declaration] },
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const host = createHost({
  services: [implement(A2AService, agent)],
  card,
  extensions: [search],
  authenticate: ({ header }) => {
    const name = /^Bearer token-of-(ada|bob)$/.exec(header("authorization") ?? "")?.[1];
    return name === undefined ? undefined : { id: name };
  },
});

const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(4000, "localhost", () => console.log("listening"));

const grpc = new Server(grpcServerOptions(host));
addGrpcService(grpc, host, [A2AServiceGrpc, TaskSearchServiceGrpc]);
grpc.bindAsync("localhost:4001", ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
});

async function shutDown(): Promise<void> {
  await host.close();
  http.close();
  grpc.tryShutdown(() => undefined);
}
process.once("SIGTERM", () => void shutDown());

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent } from "@a2agen/runtime/agent";
import { addGrpcService } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { say, card as shown } from "./client-of.ts";
import { connectWithTokens } from "./connect-with-tokens.ts";

const card = {
  ...shown,
  supportedInterfaces: [{ url: "localhost:4001", protocolBinding: "GRPC", protocolVersion: "1.0" }],
  securitySchemes: {
    oauth: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://id.example.com/" } },
  },
  securityRequirements: [{ schemes: { oauth: { list: [] } } }],
};
const agent = createAgent({ service: A2AService, card, execute: async ({ text }) => text });
const host = createHost({
  services: [implement(A2AService, agent)],
  card,
  authenticate: ({ header }) => (header("authorization") === "Bearer fresh" ? { id: "ada" } : undefined),
});
const grpc = new Server();
addGrpcService(grpc, host, [A2AServiceGrpc]);
await new Promise<void>((resolve, reject) => {
  grpc.bindAsync("localhost:4001", ServerCredentials.createInsecure(), (error) =>
    error ? reject(error) : resolve(),
  );
});
const http = createServer(toNodeListener(createHttpHandler(host)));
await new Promise<void>((resolve) => http.listen(4000, "localhost", resolve));

// The first token has expired; the second one is asked for when the server says so.
const { client, close } = await connectWithTokens("http://localhost:4000", async ({ fresh }) =>
  fresh ? "fresh" : "expired",
);
assert.deepEqual((await client.sendMessage(say("hello"))).message?.parts, [{ text: "hello" }]);
await close();
await host.close();
grpc.forceShutdown();
http.close();

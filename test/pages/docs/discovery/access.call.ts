import assert from "node:assert/strict";
import { createServer } from "node:http";
import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { serveToStaff } from "./access.ts";
import { say, card as shown } from "./client-of.ts";
import { connectToProtected } from "./protected.ts";

const card: AgentCard = {
  ...shown,
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  skills: ["ask", "admin"].map((id) => ({ id, name: id, description: id, tags: [id] })),
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  securityRequirements: [{ schemes: { token: { list: ["notes"] } } }],
};
const agent = createAgent({ service: A2AService, card, execute: async ({ text }) => text });
const host = createHost({
  services: [implement(A2AService, agent)],
  card,
  authenticate: ({ header }) =>
    header("authorization") === "Bearer for notes" ? { id: "ada", scopes: ["notes"] } : undefined,
});
const http = createServer(toNodeListener(serveToStaff(host)));
await new Promise<void>((resolve) => http.listen(4000, "localhost", resolve));

const path = "http://localhost:4000/.well-known/agent-card.json";
assert.equal((await fetch(path)).status, 401);
const connection = await connectToProtected(
  "http://localhost:4000",
  async (scopes) => `for ${scopes.join(" ")}`,
);
const { skills } = connection.card as AgentCard;
assert.deepEqual(
  skills.map(({ id }) => id),
  ["ask"],
);
assert.deepEqual((await connection.client.sendMessage(say("hello"))).message?.parts, [{ text: "hello" }]);
await connection.close();
await host.close();
http.close();

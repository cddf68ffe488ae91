import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { textArtifact } from "@a2agen/runtime/agent";
import { createHttpHandler } from "@a2agen/runtime/server";
import { keyPair } from "./certificate.ts";
import { card, hostOf, run, say } from "./client-of.ts";
import { connectThroughProxy } from "./connect-through-proxy.ts";

const { agent } = run(async function* () {
  yield textArtifact("a", "done");
});
const url = "https://localhost:4000";
const secure = {
  ...card,
  supportedInterfaces: card.supportedInterfaces.map((each) => ({ ...each, url: `${url}/a2a` })),
};
// The certificate of the server serves as that of the client, too.
await writeFile("client.pem", keyPair.cert);
await writeFile("client.key", keyPair.key);
await writeFile("ca.pem", keyPair.ca);
const clients: boolean[] = [];
const server = createServer({ ...keyPair, requestCert: true, rejectUnauthorized: true });
server.on("secureConnection", ({ authorized }) => clients.push(authorized));
server.on("request", toNodeListener(createHttpHandler(hostOf(agent, { card: secure }))));
await new Promise<void>((resolve) => server.listen(4000, "localhost", resolve));
const { client, close } = await connectThroughProxy(url);
assert.equal((await client.sendMessage(say("go"))).task?.status.state, "TASK_STATE_COMPLETED");
await close();
assert.ok(clients.length > 0 && clients.every(Boolean));
server.close();
server.closeAllConnections();

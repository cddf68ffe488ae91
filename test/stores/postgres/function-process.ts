// An agent as a function of a serverless platform: it answers over HTTP, has one connection, listens to no
// notifier, and is frozen by its parent as soon as it has answered.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import { cardFor } from "../../../examples/postgres-task-store/agent.ts";

process.stdin.on("end", () => process.exit(1)).resume();
const pool = new pg.Pool({ max: 1 });
pool.on("error", () => undefined);
const store = openPool(pool, { notifier: "send-only" });

/**
 * What continues a task begins here. The function is frozen, or has handed the turn over, before it is done.
 */
const execute: Execute = async function* ({ signal }) {
  await new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
  yield textArtifact("a", "by the function");
};

const http = createServer();
http.listen(0, "127.0.0.1");
await once(http, "listening");
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const card = cardFor(url);
card.capabilities = { streaming: true, pushNotifications: true };
const push = webhooks({ http: true, networks: ["127.0.0.0/8"], limits: { leaseMs: 600 } });
const limits = { leaseMs: 600, concurrency: 0 };
const agent = createAgent({ service: A2AService, card, store, execute, push, limits, resumable: true });
const host = createHost({ services: [implement(A2AService, agent)], card });
http.on("request", toNodeListener(createHttpHandler(host)));
console.log(`listening on ${url}`);

process.once("SIGTERM", () => {
  void (async () => {
    await agent.close();
    await store.close();
    await pool.end();
    process.exit(0);
  })();
});

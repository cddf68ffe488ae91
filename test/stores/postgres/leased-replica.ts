// An agent in a process of its own, which ends with its parent. It works until it is told to finish, and
// says what becomes of its turns.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import { cardFor } from "../../../examples/postgres-task-store/agent.ts";

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(1));
const finished = once(input, "line");

const pool = new pg.Pool();
pool.on("error", (error) => console.error(error.message));
const store = openPool(pool);

const execute: Execute = async function* ({ signal }) {
  signal.addEventListener("abort", () => console.log(`told: ${(signal.reason as Error).message}`));
  try {
    yield working();
    await finished;
    yield textArtifact("a", "done");
  } finally {
    console.log("left");
  }
};

const http = createServer();
http.listen(Number(process.env["PORT"]), "127.0.0.1");
await once(http, "listening");
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const card = cardFor(url);
card.capabilities = { streaming: true, pushNotifications: true };
const limits = { leaseMs: Number(process.env["LEASE_MS"]) };
const push = webhooks({ http: true, networks: ["127.0.0.0/8"], limits });
const agent = createAgent({ service: A2AService, card, store, execute, push, limits });
const host = createHost({ services: [implement(A2AService, agent)], card });
http.on("request", toNodeListener(createHttpHandler(host, { health: { check: () => store.check() } })));
console.log(`listening on ${url}`);

async function shutDown(): Promise<void> {
  await Promise.all([host.close(), agent.close()]);
  http.close();
  await store.close();
  await pool.end();
  input.removeAllListeners("close").close();
}
process.once("SIGTERM", () => void shutDown());

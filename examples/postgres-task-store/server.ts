import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import { cardFor, execute } from "./agent.ts";

// Where the database is, PGHOST and the other variables of PostgreSQL say.
const pool = new pg.Pool();
// A lost connection that is not in use: the pool makes another one.
pool.on("error", (error) => console.error(error.message));
const store = openPool(pool);
await store.migrate();

const http = createServer();
http.listen(Number(process.env["PORT"] ?? 4000), "localhost");
await once(http, "listening");
const url = `http://localhost:${(http.address() as AddressInfo).port}`;

const card = cardFor(url);
const agent = createAgent({ service: A2AService, card, store, execute });
const host = createHost({ services: [implement(A2AService, agent)], card });
http.on("request", toNodeListener(createHttpHandler(host)));
console.log(`listening on ${url}`);

async function shutDown(): Promise<void> {
  await Promise.all([host.close(), agent.close()]);
  http.close();
  await store.close();
  await pool.end();
}
process.once("SIGTERM", () => void shutDown());

// A replica of a resumable agent, for the chaos test. It counts to the number of the message, one step and one part
// of an artifact after the other, and records each run of a step in a table of its own. It asks back for "ask".
import "./shifted-clock.ts";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import type { Held } from "./held.ts";

const pool = new pg.Pool({ max: 6, application_name: "replica" });
pool.on("error", () => undefined);
const store = openPool(pool);

const execute: Execute = async function* ({ text, task, taskId, attempt, step, signal }) {
  if (text === "ask") return void (yield inputRequired("to which number?"));
  const end = Number(text);
  for (let number = (task?.artifacts?.[0]?.parts.length ?? 0) + 1; number <= end; number++) {
    const run = await step(`step ${number}`, async () => {
      // The work of a step, in which the process may be killed.
      await delay(20, undefined, { signal });
      return recordRun([taskId, `step ${number}`, attempt], signal);
    });
    yield textArtifact("numbers", `${number} by ${run}`, { append: true });
  }
};

/** Tries until the database answers: what a step does outside of the log is the author's. */
async function recordRun(values: [string, string, number], signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const { rows } = await pool.query<{ run: number }>(
        "insert into chaos_run (task_id, step, attempt) values ($1, $2, $3) returning run",
        values,
      );
      return rows[0]?.run ?? 0;
    } catch {
      await delay(20, undefined, { signal });
    }
  }
}

const card = {
  name: "Counter",
  description: "Counts.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: process.env["CARD_URL"] ?? "", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const limits = { leaseMs: 400, attempts: 1000 };
const delays = { initialDelayMs: 20, maximumDelayMs: 200 };
const push = webhooks({ http: true, networks: ["127.0.0.0/8"], limits: { leaseMs: 400, ...delays } });
const agent = createAgent({
  service: A2AService,
  card,
  store,
  execute,
  push,
  limits,
  resumable: true,
  onError: (error, { activity }) =>
    console.log(`error: ${activity}: ${(error as Error).message.split(/\n|[\da-f-]{36}/)[0]}`),
});
const host = createHost({ services: [implement(A2AService, agent)], card });
const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(0, "127.0.0.1");
await once(http, "listening");
console.log(`port: ${(http.address() as AddressInfo).port}`);

// As for too many listeners.
process.on("warning", ({ name, message }) => console.log(`warning: ${name}: ${message}`));

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(1));
input.on("line", () => {
  http.getConnections((_, clients) => {
    const held: Held = {
      clients,
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount + pool.waitingCount,
    };
    console.log(`held: ${JSON.stringify(held)}`);
  });
});

process.once("SIGTERM", () => {
  void (async () => {
    await Promise.all([host.close(), agent.close()]);
    await store.close();
    await pool.end();
    process.exit(0);
  })();
});

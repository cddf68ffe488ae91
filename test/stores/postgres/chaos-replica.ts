// A replica of a resumable agent, for the chaos test. It counts to the number of the message, one step and one part
// of an artifact after the other, and records each run of a step in a table of its own.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";

process.stdin.on("end", () => process.exit(1)).resume();
const pool = new pg.Pool({ max: 6, application_name: "replica" });
pool.on("error", () => undefined);
const store = openPool(pool);

const execute: Execute = async function* ({ text, task, taskId, step, signal }) {
  const end = Number(text);
  for (let number = (task?.artifacts?.[0]?.parts.length ?? 0) + 1; number <= end; number++) {
    const run = await step(`step ${number}`, async () => {
      // The work of a step, in which the process may be killed.
      await delay(20, undefined, { signal });
      const { rows } = await pool.query<{ run: number }>(
        "insert into chaos_run (task_id, step) values ($1, $2) returning run",
        [taskId, `step ${number}`],
      );
      return rows[0]?.run ?? 0;
    });
    yield textArtifact("numbers", `${number} by ${run}`, { append: true });
  }
};

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
const onError = (): void => undefined;
const agent = createAgent({
  service: A2AService,
  card,
  store,
  execute,
  push,
  limits,
  resumable: true,
  onError,
});
const host = createHost({ services: [implement(A2AService, agent)], card });
const http = createServer(toNodeListener(createHttpHandler(host)));
http.listen(0, "127.0.0.1");
await once(http, "listening");
console.log(`listening on ${(http.address() as AddressInfo).port}`);

process.once("SIGTERM", () => {
  void (async () => {
    await Promise.all([host.close(), agent.close()]);
    await store.close();
    await pool.end();
    process.exit(0);
  })();
});

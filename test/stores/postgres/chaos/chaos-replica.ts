// A replica of a resumable agent, for the tests of this folder. It counts to the number of the message, one
// step and one piece of a text after the other, and records each run of a step in a table of its own; a
// second number is the milliseconds of a step, and "tokens" means no steps but all pieces at once. It asks
// back for "ask". Where GRPC_URL is set, the agent is one of 1.1, served in 1.0 too.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import { A2AServiceGrpc, A2AService as NextService } from "@a2agen/a2a-1.1-dev";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a10ToA2a11Dev } from "@a2agen/translate";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import pg from "pg";
import { countPieces } from "./count-pieces.ts";
import type { ResourceUse } from "./resource-use.ts";
import { shiftClock } from "./shifted-clock.ts";

const setClock = shiftClock(Number(process.env["CLOCK_SHIFT_MS"] ?? 0));

const pool = new pg.Pool({ max: 6, application_name: "replica" });
pool.on("error", () => undefined);
const store = openPool(pool);

const execute: Execute = async function* ({ text, task, taskId, attempt, step, signal }) {
  if (text === "ask") return void (yield inputRequired("to which number?"));
  const [end = 0, stepMs = 20] = text.split(" ").map(Number);
  // As a model gives tokens, without steps between them.
  const isBurst = text.endsWith("tokens");
  for (let number = countPieces(task?.artifacts) + 1; number <= end; number++) {
    const run = isBurst
      ? 0
      : await step(`step ${number}`, async () => {
          const begun = machineTime();
          // The work of a step, in which the process may be killed.
          await delay(stepMs, undefined, { signal });
          return recordRun([taskId, `step ${number}`, attempt, begun, machineTime()], signal);
        });
    yield textArtifact("numbers", `${number} by ${run};`, { append: true });
  }
};

/** Milliseconds of a clock that all processes of the machine share, and that does not jump. */
function machineTime(): number {
  return performance.timeOrigin + performance.now();
}

/** Tries until the database answers: what a step does outside of the log is the author's. */
async function recordRun(
  values: [taskId: string, step: string, attempt: number, begun: number, ended: number],
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const { rows } = await pool.query<{ run: number }>(
        "insert into chaos_run (task_id, step, attempt, begun, ended) values ($1, $2, $3, $4, $5) returning run",
        values,
      );
      return rows[0]?.run ?? 0;
    } catch {
      await delay(20, undefined, { signal });
    }
  }
}

const { CARD_URL: url = "", GRPC_URL: grpcUrl } = process.env;
const isNext = grpcUrl !== undefined;
const service = isNext ? NextService : A2AService;
const card = {
  name: "Counter",
  description: "Counts.",
  version: "1.0.0",
  supportedInterfaces: [
    ...(isNext ? ["1.1", "1.0"] : ["1.0"]).flatMap((protocolVersion) => [
      { url, protocolBinding: "JSONRPC", protocolVersion },
      { url: `${url}/rest`, protocolBinding: "HTTP+JSON", protocolVersion },
    ]),
    ...(isNext ? [{ url: grpcUrl, protocolBinding: "GRPC", protocolVersion: "1.1" }] : []),
  ],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
// Repeats are recognised by the wall clocks, which jump by hours here.
const limits = { leaseMs: 400, attempts: 1000, dedupeMs: 86_400_000 };
const delays = { initialDelayMs: 20, maximumDelayMs: 200 };
const push = webhooks({ http: true, networks: ["127.0.0.0/8"], limits: { leaseMs: 400, ...delays } });
const agent = createAgent({
  service,
  card,
  store,
  execute,
  push,
  limits,
  resumable: true,
  onError: (error, { activity }) =>
    console.log(`error: ${activity}: ${(error as Error).message.split(/\n|[\da-f-]{36}/)[0]}`),
});
const family = createHostFamily({
  services: [implement<object>(service, agent)],
  card,
  older: isNext ? [{ translation: a2a10ToA2a11Dev }] : [],
  // Of callers without a name no repeated message is recognised.
  authenticate: () => ({ id: "user" }),
  onLosses: () => undefined,
});
const http = createServer(toNodeListener(createHttpHandler(family)));
http.listen(0, "127.0.0.1");
await once(http, "listening");
const ports = [(http.address() as AddressInfo).port];
const [newest] = family.hosts;
const grpc = new Server(grpcServerOptions(newest));
if (isNext) {
  addGrpcService(grpc, newest, [A2AServiceGrpc]);
  const credentials = ServerCredentials.createInsecure();
  const bound = new Promise<number>((resolve, reject) => {
    grpc.bindAsync("127.0.0.1:0", credentials, (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
  ports.push(await bound);
}
console.log(`ports: ${ports.join(" ")}`);

// As for too many listeners.
process.on("warning", ({ name, message }) => console.log(`warning: ${name}: ${message}`));

const input = createInterface({ input: process.stdin });
input.on("close", () => process.exit(1));
input.on("line", (line) => {
  const [, clock] = /^clock (-?\d+)$/.exec(line) ?? [];
  if (clock !== undefined) return setClock(Number(clock));
  http.getConnections((_, clients) => {
    const used: ResourceUse = {
      clients,
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount + pool.waitingCount,
    };
    console.log(`used: ${JSON.stringify(used)}`);
  });
});

process.once("SIGTERM", () => {
  void (async () => {
    await Promise.all([family.close(), agent.close()]);
    grpc.forceShutdown();
    await store.close();
    await pool.end();
    process.exit(0);
  })();
});

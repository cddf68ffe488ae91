// A resumable agent in a process of its own, which ends with its parent. It keeps how far it is.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, type Execute, textArtifact, working } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import pg from "pg";
import { cardFor } from "../../../examples/postgres-task-store/agent.ts";

process.stdin.on("end", () => process.exit(1)).resume();

const pool = new pg.Pool();
pool.on("error", (error) => console.error(error.message));
const store = openPool(pool);

/**
 * "count N" counts so often in the memory. "write N" writes so many pieces and statuses with what it keeps;
 * three times the process dies on the way, whatever is being written at that moment.
 */
const execute: Execute = async function* ({ text, state, memory, taskId, attempt }) {
  const [task, number = ""] = text.split(" ");
  const most = Number(number);
  yield working();
  if (task === "count") {
    for (let round = 0; round < most; round++) {
      await memory.update<Record<string, number>>("counts", (old = {}) => ({
        ...old,
        [taskId]: (old[taskId] ?? 0) + 1,
        all: (old["all"] ?? 0) + 1,
      }));
    }
    return;
  }
  const begun = (await state.get<number>("done")) ?? 0;
  for (let done = begun + 1; done <= most; done++) {
    state.set("done", done);
    memory.set(taskId, done);
    yield done % 5 === 0 ? working(String(done)) : textArtifact("pieces", `${done},`, { append: true });
    if (done % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    if (attempt <= 3 && done === begun + 50) {
      setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 10);
    }
  }
};

const http = createServer();
http.listen(0, "127.0.0.1");
await once(http, "listening");
const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
const card = cardFor(url);
const limits = { leaseMs: Number(process.env["LEASE_MS"]), attempts: 100 };
const agent = createAgent({ service: A2AService, card, store, execute, limits, resumable: true });
const host = createHost({ services: [implement(A2AService, agent)], card });
http.on("request", toNodeListener(createHttpHandler(host)));
console.log(`listening on ${url}`);

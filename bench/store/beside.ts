// A process beside the one that is measured: follows tasks, or is as many idle replicas.
import { setMaxListeners } from "node:events";
import { openPool } from "@a2agen/postgres";
import pg from "pg";
import { newTask } from "./append-load.ts";
import type { BesideOrder, BesideQuestion } from "./beside-order.ts";

const order = JSON.parse(process.argv[2] ?? "") as BesideOrder;
const { signal } = new AbortController();
setMaxListeners(0, signal);

/** Milliseconds from each append to where it was read. */
const latencies: number[] = [];

async function follow(store: ReturnType<typeof openPool>, id: string): Promise<void> {
  for (let version = 0; ; ) {
    const entries = await store.entries(id, version, 1000);
    const now = Date.now();
    for (const entry of entries) {
      if (!("artifactUpdate" in entry)) continue;
      const [part] = entry.artifactUpdate.artifact.parts;
      latencies.push(now - Number(part?.text));
    }
    version += entries.length;
    if (entries.length === 0) await store.changed(id, version, signal);
  }
}

if (order.follow !== undefined) {
  const pool = new pg.Pool({ ...order.connection, max: 10 });
  pool.on("error", () => undefined);
  const store = openPool(pool);
  for (const id of order.follow) void follow(store, id).catch(() => undefined);
} else {
  for (let index = 0; index < order.replicas; index++) {
    const pool = new pg.Pool({ ...order.connection, max: 2 });
    pool.on("error", () => undefined);
    const store = openPool(pool);
    const id = crypto.randomUUID();
    await store.create(newTask(id));
    const until = order.listens === true ? signal : AbortSignal.timeout(100);
    void store.changed(id, 0, until).catch(() => undefined);
  }
}
/** Milliseconds after which it answers with those that it has. */
const patienceMs = 10_000;

process.on("message", ({ expected }: BesideQuestion) => {
  const end = performance.now() + patienceMs;
  const answer = (): void => {
    if (latencies.length >= expected || performance.now() > end) process.send?.(latencies);
    else setTimeout(answer, 10);
  };
  answer();
});
process.on("disconnect", () => process.exit());
setTimeout(() => process.send?.([]), 1500);

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openPool, poolSql } from "@a2agen/postgres";
import type { Pool } from "pg";
import { type PostgresServer, startPostgres } from "../../test/stores/postgres/postgres-server.ts";
import { storeGoals } from "../goals.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory, repository } from "../paths.ts";
import { run } from "../process.ts";
import { newTask, runAppends, runPaced } from "./append-load.ts";
import type { BesideOrder, BesideQuestion } from "./beside-order.ts";
import { measureSdkStore } from "./sdk-store.ts";
import { measureSends } from "./sends.ts";
import type { AppendFigure, LatencyFigure, StoreFigures } from "./store-figures.ts";

const loader = ["--conditions=a2agen-source", "--import=tsx"];
/** Tasks at work at the same time. */
const tasks = 256;

/** Measures the stores over a separate PostgreSQL with durable commits, and over PGlite. */
export async function runStore({ report, isQuick }: PartOptions): Promise<StoreFigures> {
  const milliseconds = isQuick ? 300 : 5000;
  const server = await startPostgres({ settings: ["max_connections=400", "shared_buffers=256MB"] });
  try {
    const pool = await server.makePool("public");
    await migrate(poolSql(pool));
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    const store = openPool(pool);
    await runAppends(store, { tasks, entries: 1, milliseconds: 300 });
    const appends: AppendFigure[] = [];
    const add = (figure: AppendFigure): void => {
      report(`store: ${figure.name}: ${figure.perSecond.toFixed(0)}/s`);
      appends.push(figure);
    };
    const one = await runAppends(store, { tasks, entries: 1, milliseconds });
    add({ name: "one by one, 256 tasks", perSecond: one, goal: storeGoals.appends });
    const batched = await runAppends(store, { tasks, entries: 100, milliseconds });
    add({ name: "100 at a time, 256 tasks", perSecond: batched, goal: storeGoals.entries });
    add({
      name: "one by one, 1 task",
      perSecond: await runAppends(store, { tasks: 1, entries: 1, milliseconds }),
    });
    add({
      name: "@a2a-js/sdk, DatabaseTaskStore, tasks of up to 100 parts, 256 tasks",
      perSecond: await measureSdkStore(pool, tasks, milliseconds),
    });
    const latency = await measureLatency(server, store, isQuick);
    report(`store: latency ${latency.median} ms, 99 %: ${latency.p99} ms`);
    const idle = await measureIdle(server, { pool, store }, isQuick);
    report(
      `store: ${idle.alone.toFixed(0)}/s alone, ${idle.idle.toFixed(0)}/s beside idle replicas, ${idle.listening.toFixed(0)}/s beside those that listen`,
    );
    const sends = await measureSends(pool, milliseconds);
    for (const { store: name, perSecond } of sends)
      report(`store: SendMessage over ${name}: ${perSecond.toFixed(0)}/s`);
    await store.close();
    await pool.end();
    const pglite = await measurePGlite(isQuick ? 1 : 5);
    report(`store: PGlite ${pglite.cold} ms cold, ${pglite.warm} ms warm`);
    return { postgres: rows[0]?.version ?? "unknown", appends, latency, idle, sends, pglite };
  } finally {
    await server.stop();
  }
}

async function startBeside(order: BesideOrder): Promise<ChildProcess> {
  const child = fork(join(benchDirectory, "store/beside.ts"), [JSON.stringify(order)], { execArgv: loader });
  await once(child, "message");
  return child;
}

async function endBeside(child: ChildProcess, question: BesideQuestion): Promise<readonly number[]> {
  child.send(question);
  const [latencies] = (await once(child, "message")) as [readonly number[]];
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
  return latencies;
}

async function measureLatency(
  { connection }: PostgresServer,
  store: ReturnType<typeof openPool>,
  isQuick: boolean,
): Promise<LatencyFigure> {
  const follow = Array.from({ length: isQuick ? 50 : 1000 }, (_, index) => `followed-${index}`);
  for (const id of follow) await store.create(newTask(id));
  const child = await startBeside({ connection, follow, replicas: 1 });
  const pace = { perSecond: 200, milliseconds: isQuick ? 500 : 10_000 };
  const { count, perSecond } = await runPaced(store, follow, pace);
  const latencies = (await endBeside(child, { expected: count })).toSorted((a, b) => a - b);
  if (latencies.length !== count) throw new Error(`expected ${count} latencies, found ${latencies.length}`);
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
  return { followers: follow.length, perSecond, median: median(latencies), p99 };
}

async function measureIdle(
  { connection }: PostgresServer,
  { pool, store }: { readonly pool: Pool; readonly store: ReturnType<typeof openPool> },
  isQuick: boolean,
): Promise<StoreFigures["idle"]> {
  const replicas = isQuick ? 3 : 100;
  const load = { tasks, entries: 1, milliseconds: isQuick ? 200 : 2000 };
  const alone: number[] = [];
  const idle: number[] = [];
  const listening: number[] = [];
  // In turn, for what else the machine does changes.
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    alone.push(await runAppends(store, load));
    for (const listens of [false, true]) {
      const child = await startBeside({ connection, replicas, listens });
      if (!listens) await untilNoneListens(pool);
      (listens ? listening : idle).push(await runAppends(store, load));
      await endBeside(child, { expected: 0 });
    }
  }
  return { replicas, alone: median(alone), idle: median(idle), listening: median(listening) };
}

/** Replicas stop listening some seconds after the last of those who waited. */
async function untilNoneListens(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query("select from pg_stat_activity where query ilike 'listen%'");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function measurePGlite(rounds: number): Promise<StoreFigures["pglite"]> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const directory = await mkdtemp(join(tmpdir(), "a2agen-pglite-"));
    const start = async (): Promise<number> => {
      const program = join(benchDirectory, "store/pglite-start.ts");
      const args = [...loader, program, join(directory, "data")];
      return Number((await run(process.execPath, args, { directory: repository })).output.toString());
    };
    cold.push(await start());
    warm.push(await start());
    await rm(directory, { recursive: true });
  }
  return { cold: median(cold), warm: median(warm) };
}

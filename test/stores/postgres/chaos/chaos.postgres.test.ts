import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import type { TaskEntry } from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import type { Pool } from "pg";
import { expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";
import { bundleReplica } from "./bundle-replica.ts";
import { Clients } from "./clients.ts";
import { refusals } from "./failing-database.ts";
import { faults } from "./faults.ts";
import { findViolations, type History, type Notification, type StepRun } from "./history.ts";
import { startProxy } from "./proxy.ts";
import { Replicas } from "./replicas.ts";
import type { ResourceUse } from "./resource-use.ts";
import { startStaleReceiver } from "./stale-receiver.ts";

/** Milliseconds of faults: A2AGEN_CHAOS_MS=600000 for ten minutes. By default each fault comes once. */
const chaosMs = Number(process.env["A2AGEN_CHAOS_MS"] ?? faults.length * 1100);
/** Which fault comes first, so that runs differ. */
const seed = Number(process.env["A2AGEN_SEED"] ?? Date.now() % faults.length);
/** What may be needed afterwards. */
const patienceMs = 120_000;

async function makeTables(postgres: PostgresServer): Promise<Pool> {
  const pool = await postgres.makePool("public");
  await migrate(poolSql(pool));
  await pool.query(`create table chaos_run (
    run serial primary key, task_id text not null, step text not null, attempt integer not null,
    begun float8 not null, ended float8 not null)`);
  for (const refusal of refusals) await pool.query(refusal);
  return pool;
}

async function countOf(pool: Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(text);
  return rows[0]?.count ?? 0;
}

/** What a query counts once that is nothing, or in the end. */
async function untilNone(pool: Pool, text: string, withinMs: number): Promise<number> {
  const end = performance.now() + withinMs;
  for (;;) {
    const count = await countOf(pool, text);
    if (count === 0 || performance.now() > end) return count;
    // The database does not say that a lease, or a connection, has ended.
    await delay(50);
  }
}

const unfinished = `select (select count(*) from a2agen_task where held_until is not null)::integer
  + (select count(*) from a2agen_webhook where not is_over)::integer as count`;
const connected = (condition: string): string =>
  `select count(*)::integer as count from pg_stat_activity where application_name = 'replica' and ${condition}`;

/** What replicas hold once each uses at most one connection, its notifier's; or what they hold in the end. */
async function untilAtRest(replicas: Replicas): Promise<readonly ResourceUse[]> {
  for (let looks = 0; ; looks++) {
    const used = await replicas.used();
    if (looks === 200 || used.every(({ busy }) => busy <= 1)) return used;
    await delay(50);
  }
}

async function readLogs(pool: Pool): Promise<ReadonlyMap<string, readonly TaskEntry[]>> {
  const { rows } = await pool.query<{ id: string; log: TaskEntry[] | null }>(
    `select id, (select json_agg(entry order by log.version) from a2agen_entry log where task_id = id) as log
     from a2agen_task`,
  );
  return new Map(rows.map(({ id, log }) => [id, log ?? []]));
}

test("while processes, connections and the database fail, tasks end, streams and webhooks miss nothing, and steps run once", {
  timeout: chaosMs + 5 * patienceMs,
}, async () => {
  const bundle = await bundleReplica("chaos-replica");
  const settings = ["fsync=off", "full_page_writes=off", "max_connections=40"];
  // What it has acknowledged is to survive a crash of the server, if not of the machine.
  const postgres = await startPostgres({ settings });
  const pool = await makeTables(postgres);
  const receiver = await startStaleReceiver();
  const { host, user, database: name } = postgres.connection;
  const database = await startProxy(() => ({ path: join(host, ".s.PGSQL.5432") }));
  const env = { PGHOST: "127.0.0.1", PGPORT: String(database.port), PGUSER: user, PGDATABASE: name };
  const front = await startProxy(() => {
    const port = replicas.nextPort();
    return port === undefined ? undefined : { port, host: "127.0.0.1" };
  });
  const url = `http://127.0.0.1:${front.port}`;
  const replicas = new Replicas(bundle, { ...process.env, ...env, CARD_URL: `${url}/a2a` });
  await Promise.all([replicas.start(), replicas.start(), replicas.start()]);
  const bindings = [jsonRpc()];
  const plain = await connect(A2AService, url, { bindings, retry: false, resume: false });
  const delays = { attempts: 100, initialDelayMs: 20, maximumDelayMs: 200 };
  const resuming = await connect(A2AService, url, { bindings, retry: false, resume: delays });

  const began = Date.now();
  const end = performance.now() + chaosMs;
  const clients = new Clients({
    plain: plain.client,
    resuming: resuming.client,
    webhook: receiver.origin,
    deadline: end + patienceMs,
  });
  // A run that breaks off can be made again with the same faults.
  console.log(`chaos: A2AGEN_SEED=${seed}, ${chaosMs} ms`);
  // On a machine that is busy with other things it takes longer.
  const goesOn = (): boolean =>
    performance.now() < end || (clients.wanted.size < 15 && performance.now() < end + patienceMs / 2);
  let index = 0;
  const users = Array.from({ length: 6 }, async () => {
    while (goesOn()) await clients.use(index++);
  });
  for (let count = 0; goesOn(); count++) {
    // One is killed each second, and something else fails.
    await delay(1000);
    replicas.kill();
    await faults[(seed + count) % faults.length]?.({ replicas, postgres, pool, database, front, receiver });
  }
  await Promise.all(users);
  await untilNone(pool, unfinished, patienceMs);
  await Promise.all([plain.close(), resuming.close()]);

  const notifications = receiver.received.flatMap(({ headers, text }, at): readonly Notification[] => {
    const id = String(headers["webhook-id"]);
    return receiver.outcomes[at] === "taken" ? [{ taskId: id.slice(0, id.lastIndexOf(":")), id, text }] : [];
  });
  const { rows: runs } = await pool.query<StepRun>(
    'select run, task_id as "taskId", step, attempt, begun, ended from chaos_run order by run',
  );
  const history: History = { ...clients, logs: await readLogs(pool), notifications, runs };
  const used = await untilAtRest(replicas);
  const listening = await countOf(pool, connected("query ilike 'listen%'"));
  await replicas.stop();
  const left = await untilNone(pool, connected("true"), 20_000);
  database.close();
  front.close();
  await receiver.close();
  await pool.end();
  await postgres.stop();

  const { logs, streams } = history;
  const shown = [...replicas.errors].toSorted(([, a], [, b]) => b - a).slice(0, 12);
  console.log(
    `chaos: ${logs.size} tasks, ${streams.length} streams, ${notifications.length} notifications`,
    shown.map(([text, count]) => `\n${String(count).padStart(6)} ${text}`).join(""),
  );
  expect(findViolations(history)).toEqual([]);
  expect(replicas.problems).toEqual([]);
  expect(used.filter(({ busy }) => busy > 1)).toEqual([]);
  expect({ replicas: used.length, left }).toEqual({ replicas: 3, left: 0 });
  expect(listening).toBeLessThanOrEqual(3);
  expect(clients.wanted.size).toBeGreaterThanOrEqual(15);
  // The clocks did differ.
  const times = [...logs.values()]
    .flat()
    .flatMap((entry) => ("statusUpdate" in entry ? entry.statusUpdate : []));
  const isShifted = times.some(({ status }) => {
    const time = Date.parse(status.timestamp ?? "");
    return time < began - 60_000 || time > Date.now() + 60_000;
  });
  expect(isShifted).toBe(true);
});

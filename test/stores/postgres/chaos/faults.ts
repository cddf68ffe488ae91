import type { Pool } from "pg";
import type { PostgresServer } from "../postgres-server.ts";
import { refuse, useUp } from "./failing-database.ts";
import type { CutProxy } from "./proxy.ts";
import type { Replicas } from "./replicas.ts";
import type { StaleReceiver } from "./stale-receiver.ts";

/** What can be made to fail. */
export interface Parts {
  readonly replicas: Replicas;
  readonly postgres: PostgresServer;
  /** Connections beside those of the replicas. */
  readonly pool: Pool;
  /** Between the replicas and the database. */
  readonly database: CutProxy;
  /** Between the clients and the replicas. */
  readonly front: CutProxy;
  /** Of notifications. */
  readonly receiver: StaleReceiver;
}

/** The lease of the replicas is 400 ms: what takes longer outlives it. */
const beyondLeaseMs = 1500;
const hour = 3_600_000;

/** The faults that come beside a replica that is killed, one in each second. */
export const faults: readonly ((parts: Parts) => unknown)[] = [
  ({ pool }) => terminate(pool, "query ilike 'listen%'"),
  ({ replicas }) => replicas.suspend(beyondLeaseMs),
  ({ postgres }) => postgres.restart(200),
  ({ database }) => database.cut(),
  ({ pool }) => terminate(pool, "true"),
  ({ database }) => database.silence(beyondLeaseMs),
  ({ postgres }) => postgres.restart(200, "SIGQUIT"),
  ({ front }) => front.cut(),
  ({ replicas }) => replicas.jump([2 * hour, -2 * hour, 0]),
  ({ receiver }) => receiver.dropKept(),
  ({ pool }) => refuse(pool, "53100", 700),
  ({ front }) => front.silence(beyondLeaseMs),
  ({ pool }) => isolate(pool, "serializable"),
  ({ postgres }) => useUp(postgres, 700),
  ({ pool }) => refuse(pool, "57014", 300),
  ({ replicas }) => replicas.jump([-3 * hour, 0, 3 * hour]),
  ({ pool }) => refuse(pool, "40P01", 300),
  ({ pool }) => pool.query("alter table a2agen_task add column if not exists of_a_later_version text"),
  ({ pool }) => isolate(pool, "repeatable read"),
];

/** Sets what administrators may set for a database; connections that are made from now on have it. */
async function isolate(pool: Pool, level: string): Promise<void> {
  await pool.query(`alter database postgres set default_transaction_isolation = '${level}'`);
  await terminate(pool, "true");
}

function terminate(pool: Pool, condition: string): Promise<unknown> {
  return pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'replica' and ${condition}`,
  );
}

import type { Pool } from "pg";
import type { PostgresServer } from "../postgres-server.ts";
import type { CutProxy } from "./proxy.ts";
import type { Replicas } from "./replicas.ts";

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
}

/** The lease of the replicas is 400 ms: what takes longer outlives it. */
const beyondLeaseMs = 1500;

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
];

function terminate(pool: Pool, condition: string): Promise<unknown> {
  return pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'replica' and ${condition}`,
  );
}

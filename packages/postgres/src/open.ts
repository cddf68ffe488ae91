import type { ChangeNotifier } from "./change-notifier.ts";
import { type PGliteDatabase, pgliteNotifier, pgliteSql } from "./pglite.ts";
import { notify, type PgPool, poolNotifier, poolSql } from "./pool.ts";
import { PostgresTaskStore, type StoreInit } from "./postgres-task-store.ts";
import { channelOf } from "./tables.ts";

/** Options of a store over a pool. */
export interface PoolOptions extends Omit<StoreInit, "sql" | "notifier"> {
  /**
   * How processes notify each other: a pool, one of whose connections listens; a notifier of your own;
   * "send-only" to notify others and poll oneself; or false to poll only. Default: the pool itself. If that
   * goes through a PgBouncer in transaction mode, give a pool that does not, or "send-only".
   */
  readonly notifier?: Pick<PgPool, "connect" | "on"> | ChangeNotifier | "send-only" | false;
  /** @deprecated Named `notifier` now, and "ring" is "send-only". */
  readonly bell?: never;
}

/** A store over a pool of `pg`. */
export function openPool(pool: PgPool, { notifier = pool, ...options }: PoolOptions = {}): PostgresTaskStore {
  const sql = poolSql(pool);
  return new PostgresTaskStore({ ...options, sql, notifier: toNotifier() });

  function toNotifier(): ChangeNotifier | undefined {
    if (notifier === false) return undefined;
    const channel = channelOf(options.schema);
    if (notifier === "send-only") return { notify: (text) => notify(sql, channel, text) };
    return "notify" in notifier ? notifier : poolNotifier(sql, notifier, channel);
  }
}

/** A store over a PGlite: in a directory, or in memory. */
export function openPGlite(
  database: PGliteDatabase,
  options: Omit<StoreInit, "sql" | "notifier"> = {},
): PostgresTaskStore {
  const notifier = pgliteNotifier(database, channelOf(options.schema));
  return new PostgresTaskStore({ ...options, sql: pgliteSql(database), notifier });
}

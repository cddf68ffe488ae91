import type { Bell } from "./bell.ts";
import { type PGliteDatabase, pgliteBell, pgliteSql } from "./pglite.ts";
import { notifyBell, type PgPool, poolSql } from "./pool.ts";
import { PostgresTaskStore, type StoreInit } from "./postgres-task-store.ts";
import { channelOf } from "./tables.ts";

/** Options of a store over a pool. */
export interface PoolOptions extends Omit<StoreInit, "sql" | "bell"> {
  /**
   * The bell: a pool, one of whose connections listens; a bell of your own; or false for polling only. Default: the
   * pool itself. Give one without PgBouncer if the pool leads through a PgBouncer in transaction mode.
   */
  readonly bell?: Pick<PgPool, "connect"> | Bell | false;
}

/** A store over a pool of `pg`. */
export function openPool(pool: PgPool, { bell = pool, ...options }: PoolOptions = {}): PostgresTaskStore {
  const sql = poolSql(pool);
  return new PostgresTaskStore({ ...options, sql, bell: toBell() });

  function toBell(): Bell | undefined {
    if (bell === false) return undefined;
    return "ring" in bell ? bell : notifyBell(sql, bell, channelOf(options.schema));
  }
}

/** A store over a PGlite: in a directory, or in memory. */
export function openPGlite(
  database: PGliteDatabase,
  options: Omit<StoreInit, "sql" | "bell"> = {},
): PostgresTaskStore {
  const bell = pgliteBell(database, channelOf(options.schema));
  return new PostgresTaskStore({ ...options, sql: pgliteSql(database), bell });
}

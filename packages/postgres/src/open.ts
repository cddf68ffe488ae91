import type { Bell } from "./bell.ts";
import { type PGliteDatabase, pgliteBell, pgliteSql } from "./pglite.ts";
import { notify, notifyBell, type PgPool, poolSql } from "./pool.ts";
import { PostgresTaskStore, type StoreInit } from "./postgres-task-store.ts";
import { channelOf } from "./tables.ts";

/** Options of a store over a pool. */
export interface PoolOptions extends Omit<StoreInit, "sql" | "bell"> {
  /**
   * The bell: a pool, one of whose connections listens; a bell of your own; "ring" to ring for others and look for
   * changes oneself; or false to look only, where no process listens. Default: the pool itself. If that leads through a
   * PgBouncer in transaction mode, give a pool that does not, or "ring".
   */
  readonly bell?: Pick<PgPool, "connect" | "on"> | Bell | "ring" | false;
}

/** A store over a pool of `pg`. */
export function openPool(pool: PgPool, { bell = pool, ...options }: PoolOptions = {}): PostgresTaskStore {
  const sql = poolSql(pool);
  return new PostgresTaskStore({ ...options, sql, bell: toBell() });

  function toBell(): Bell | undefined {
    if (bell === false) return undefined;
    const channel = channelOf(options.schema);
    if (bell === "ring") return { ring: (text) => notify(sql, channel, text) };
    return "ring" in bell ? bell : notifyBell(sql, bell, channel);
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

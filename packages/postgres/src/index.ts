export { type CallCounterOptions, callCounter } from "./call-counter.ts";
export type { ChangeNotifier } from "./change-notifier.ts";
export * from "./earlier-names.ts";
export {
  checkSchema,
  type MigrationResult,
  migrate,
  type SchemaOptions,
  schemaVersion,
} from "./migrate.ts";
export { openPGlite, openPool, type PoolOptions } from "./open.ts";
export { type PGliteDatabase, type PGliteQueries, pgliteSql } from "./pglite.ts";
export { type PgClient, type PgPool, poolSql } from "./pool.ts";
export { PostgresTaskStore, type StoreInit } from "./postgres-task-store.ts";
export { type RedisClient, type RedisSubscriber, redisNotifier } from "./redis.ts";
export type { Sql, SqlValue } from "./sql.ts";
export type { SummaryQuery, TaskSummary } from "./task-summaries.ts";

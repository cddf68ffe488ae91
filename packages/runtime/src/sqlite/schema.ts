import { query, type SqliteStorage } from "./sqlite-storage.ts";

/** The statements that make each version of the schema of the one before. Published ones do not change. */
const migrations: readonly (readonly string[])[] = [
  [
    `create table a2agen_task (
      id text primary key,
      scope text not null,
      context text,
      state text not null,
      time text not null,
      begun text not null,
      version integer not null,
      compacted integer not null default 0,
      idempotency text,
      held_until real,
      round integer
    ) without rowid`,
    "create index a2agen_task_by_time on a2agen_task (scope, time, id)",
    "create index a2agen_task_by_context on a2agen_task (scope, context, time, id)",
    "create index a2agen_task_by_key on a2agen_task (scope, idempotency) where idempotency is not null",
    "create index a2agen_task_by_lease on a2agen_task (held_until, id) where held_until is not null",
    "create index a2agen_task_by_round on a2agen_task (round, time, id) where round is not null",
    "create index a2agen_task_by_rest on a2agen_task (time, id) where held_until is null and round is null",
    // What is longer than a row may be is in several.
    `create table a2agen_text (
      task text not null,
      number integer not null,
      part integer not null,
      is_artifact integer not null,
      text text not null,
      primary key (task, number, part)
    ) without rowid`,
    `create table a2agen_memory (
      scope text not null,
      context text not null,
      part integer not null,
      version integer not null,
      text text not null,
      primary key (scope, context, part)
    ) without rowid`,
    `create table a2agen_webhook (
      number integer primary key autoincrement,
      task text not null,
      id text not null,
      scope text not null,
      profile text not null,
      config text not null,
      version integer not null,
      sending integer,
      owner text,
      leased_until real not null default 0,
      is_over integer not null default 0,
      unique (task, id)
    )`,
    "create index a2agen_webhook_by_lease on a2agen_webhook (leased_until, number) where is_over = 0",
    "create index a2agen_webhook_by_scope on a2agen_webhook (scope) where is_over = 0",
  ],
];

/** Brings the schema to the newest version. */
export function migrate(storage: SqliteStorage): void {
  storage.transactionSync(() => {
    query(storage, "create table if not exists a2agen_schema (version integer not null)");
    const [row] = query<{ version: number }>(storage, "select version from a2agen_schema");
    const version = row?.version ?? 0;
    if (version > migrations.length) {
      throw new Error(
        `openSqlite: the tables are of version ${version}, expected at most ${migrations.length}: update @a2agen/runtime`,
      );
    }
    for (const statement of migrations.slice(version).flat()) query(storage, statement);
    query(storage, "delete from a2agen_schema");
    query(storage, "insert into a2agen_schema values (?)", [migrations.length]);
  });
}

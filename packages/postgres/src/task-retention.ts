import {
  type CompactionPolicy,
  countChanges,
  type RetentionPolicy,
  type StoredTask,
  type TaskStore,
  taskTimeKey,
} from "@a2agen/runtime/agent";
import { deletedColumns, deleteTasks } from "./deletion.ts";
import type { Sql, SqlValue } from "./sql.ts";
import type { Tables } from "./tables.ts";

/** Deletes old tasks, and folds long logs. */
export class TaskRetention {
  readonly #sql: Sql;
  readonly #table: Tables;
  readonly #task: string;
  readonly #entry: string;
  readonly #webhook: string;

  constructor(sql: Sql, table: Tables) {
    this.#sql = sql;
    this.#table = table;
    this.#task = table("task");
    this.#entry = table("entry");
    this.#webhook = table("webhook");
  }

  async expire({
    dryRun = false,
    ...old
  }: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]> {
    const values = valuesOf(old);
    if (dryRun) {
      const found = await this.#sql.query<{ id: string }>(this.#old(""), values);
      return found.map(({ id }) => id);
    }
    const text = `with old as (${this.#old("")} for update skip locked), deleted as (
        delete from ${this.#task} task using old where task.id = old.id returning ${deletedColumns}, task.time
      )
      select id, scope, context from deleted order by time, id`;
    return deleteTasks(this.#sql, this.#table, { text, values });
  }

  /** Compacts one task after the other. */
  async compact(
    { entries, ...old }: CompactionPolicy,
    store: Pick<TaskStore, "read" | "entries">,
  ): Promise<readonly string[]> {
    const isLong = `and version - compacted >= $4::bigint and not exists (
      select from ${this.#webhook} webhook where webhook.task_id = task.id and not webhook.is_over)`;
    const found = await this.#sql.query<{ id: string }>(this.#old(isLong), [...valuesOf(old), entries]);
    const compacted: string[] = [];
    for (const { id } of found) {
      const stored = await store.read(id);
      if (stored !== undefined && (await this.#fold(stored, store))) compacted.push(id);
    }
    return compacted;
  }

  /**
   * The task becomes its beginning, and each artifact its own row; false if the task has changed since.
   */
  async #fold({ task, version, compacted }: StoredTask, store: Pick<TaskStore, "entries">): Promise<boolean> {
    const { artifacts = [], ...rest } = task;
    // Every artifact came with an entry, unless the task began with them.
    const fits = artifacts.length <= version;
    const { id, contextId = "" } = task;
    const rows = fits
      ? artifacts.map((artifact) => ({ artifactUpdate: { taskId: id, contextId, artifact } }))
      : [];
    const after = compacted?.version ?? 0;
    const changes = countChanges(compacted?.changes, await store.entries(id, after, version - after));
    return this.#sql.transaction(async (within) => {
      const changed = await within.query(
        `update ${this.#task} set compacted = version, beginning = $3::json, changes = $4::json
         where id = $1 and version = $2 and compacted < version returning id`,
        [id, version, JSON.stringify(fits ? rest : task), JSON.stringify(changes)],
      );
      if (changed.length === 0) return false;
      await within.query(`delete from ${this.#entry} where task_id = $1 and version <= $2`, [id, version]);
      await within.query(
        `insert into ${this.#entry} (task_id, version, is_artifact, entry)
         select $1, $2::integer - cardinality($3::text[]) + given.number, true, given.entry::json
         from unnest($3::text[]) with ordinality as given (entry, number)`,
        [id, version, rows.map((row) => JSON.stringify(row))],
      );
      return true;
    });
  }

  #old(conditions: string): string {
    return `select id from ${this.#task} task
      where held_until is null and round is null and time < $1 and ($2::text[] is null or state = any($2::text[]))
        ${conditions}
      order by time, id limit $3::bigint`;
  }
}

function valuesOf({ before, states, limit }: RetentionPolicy): SqlValue[] {
  return [taskTimeKey(before), states ?? null, limit];
}

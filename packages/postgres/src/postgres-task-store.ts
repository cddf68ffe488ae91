import {
  type CompactionPolicy,
  type CountedChanges,
  type ExpiredLease,
  foldEntries,
  type NewTask,
  pushConfigToJson,
  type RetentionPolicy,
  type StateStore,
  type StateWrites,
  type StoredTask,
  type TaskEntry,
  type TaskPage,
  type TaskQuery,
  type TaskQueue,
  type TaskStore,
  TaskStoreError,
  taskTimeKey,
  type WebhookStore,
} from "@a2agen/runtime/agent";
import { Appender } from "./appender.ts";
import type { ChangeNotifier } from "./change-notifier.ts";
import { deleteTasks } from "./deletion.ts";
import { listStatements, toHashed } from "./list-statements.ts";
import { LogReader } from "./log-reader.ts";
import { checkSchema, type MigrationResult, migrate, type SchemaOptions, sayWhenOld } from "./migrate.ts";
import { isTaken, type Sql } from "./sql.ts";
import { PostgresState } from "./state.ts";
import { type TaskStatements, taskStatements } from "./statements.ts";
import { type Tables, tablesIn } from "./tables.ts";
import { PostgresTaskQueue, queueKey } from "./task-queue.ts";
import { TaskRetention } from "./task-retention.ts";
import { readSummaries, type SummaryQuery, type TaskSummary } from "./task-summaries.ts";
import { TaskWatch } from "./task-watch.ts";
import { PostgresWebhooks } from "./webhooks.ts";

type Task = NewTask["task"];

/** What a store needs beside its database. */
export interface StoreInit extends SchemaOptions {
  readonly sql: Sql;
  /** Tells other processes of changes. Without one they look for them. */
  readonly notifier?: ChangeNotifier | undefined;
  /**
   * Milliseconds between two polls for changes without a notifier: at first, and at most while nothing
   * changes. Default: [25, 1000].
   */
  readonly pollMs?: readonly [least: number, most: number];
}

/**
 * Keeps tasks in PostgreSQL or PGlite, for any number of processes: `openPool` and `openPGlite` make one.
 * The database is the caller's, who closes the store before it.
 */
export class PostgresTaskStore implements TaskStore {
  readonly webhooks: WebhookStore;
  readonly state: StateStore;
  readonly queue: TaskQueue;
  readonly #queue: PostgresTaskQueue;
  readonly #sql: Sql;
  readonly #schema: SchemaOptions;
  readonly #table: Tables;
  readonly #statements: TaskStatements;
  readonly #appender: Appender;
  readonly #reader: LogReader;
  readonly #retention: TaskRetention;
  readonly #watch: TaskWatch;

  constructor({ sql, notifier, pollMs = [25, 1000], schema }: StoreInit) {
    this.#schema = schema === undefined ? {} : { schema };
    this.#sql = sayWhenOld(sql, this.#schema);
    this.#table = tablesIn(schema);
    this.#statements = taskStatements(this.#table);
    this.#appender = new Appender(this.#sql, this.#statements);
    this.#reader = new LogReader(this.#sql, this.#statements);
    this.#retention = new TaskRetention(this.#sql, this.#table);
    this.webhooks = new PostgresWebhooks(this.#sql, this.#table);
    this.state = new PostgresState(this.#sql, this.#table);
    this.#watch = new TaskWatch({ versionsOf: (ids) => this.#watched(ids), notifier, pollMs });
    this.#queue = new PostgresTaskQueue(this.#sql, this.#statements, this.#watch);
    this.queue = this.#queue;
  }

  /** Brings the tables up to date: see `migrate`. */
  migrate(options: { readonly dryRun?: boolean } = {}): Promise<MigrationResult> {
    return migrate(this.#sql, { ...this.#schema, ...options });
  }

  /** Tasks of all callers, for those who run the store. */
  summaries(query: SummaryQuery): Promise<readonly TaskSummary[]> {
    return readSummaries(this.#sql, this.#table, query);
  }

  /**
   * Whether the database answers and has the tables; fails with the reason otherwise. For readiness checks.
   */
  check(): Promise<void> {
    return checkSchema(this.#sql, this.#schema);
  }

  /** Ends all waiting, and releases the connection of the notifier. */
  close(): Promise<void> {
    return this.#watch.close();
  }

  async create(given: NewTask): Promise<{ readonly existing: string | undefined }> {
    const { task, scope, idempotency, leaseMs, entries = [], queue, webhook: told } = given;
    const { create, findExisting } = this.#statements;
    const repeated = idempotency === undefined ? null : toHashed(scope, idempotency.key);
    const { id, contextId, status } = task;
    for (;;) {
      let hasRoom: boolean;
      try {
        const [created] = await this.#sql.query<{ begun: boolean; hasRoom: boolean }>(create, [
          id,
          toHashed(scope),
          contextId === undefined ? null : toHashed(contextId),
          status.state,
          taskTimeKey(status.timestamp),
          JSON.stringify(scope),
          JSON.stringify(task),
          repeated,
          taskTimeKey(idempotency?.since),
          leaseMs ?? null,
          entries.map((entry) => JSON.stringify(entry)),
          queue?.total ?? null,
          queue?.perScope ?? null,
          told?.webhook.config.id ?? null,
          told?.webhook.profile ?? null,
          told === undefined ? null : pushConfigToJson(told.webhook),
          told?.room.perScope ?? null,
          told?.room.perTask ?? null,
        ]);
        hasRoom = created?.hasRoom !== false;
        if (created?.begun === true) {
          if (queue !== undefined) this.#queue.added();
          return { existing: undefined };
        }
      } catch (error) {
        if (isTaken(error)) throw new TaskStoreError("exists", `the task ${id} exists already`);
        throw error;
      }
      const [found] = await this.#sql.query<{ task_id: string; begun: string }>(findExisting, [repeated]);
      // It may have been deleted since; then the key is free.
      if (found !== undefined && found.begun >= taskTimeKey(idempotency?.since))
        return { existing: found.task_id };
      if (!hasRoom)
        throw new TaskStoreError("full", "there is no room for more tasks that wait, or webhooks");
    }
  }

  async append(
    id: string,
    version: number,
    entries: readonly TaskEntry[],
    leaseMs?: number,
    writes?: StateWrites,
  ): Promise<number> {
    if (!isStorable(id)) throw missing(id);
    const reached = await this.#appender.append({ id, version, entries, leaseMs, writes });
    if (reached === undefined) {
      const found = (await this.#versionsOf([id])).get(id);
      if (found === undefined) throw missing(id);
      if (found === version && writes !== undefined) {
        const text = `the state or the memory of the task ${id} was written by another append since it was read`;
        throw new TaskStoreError("outdated", text);
      }
      throw new TaskStoreError("conflict", `the task ${id} is at version ${found}, expected ${version}`);
    }
    if (entries.length > 0) this.#watch.changed(id, reached);
    return reached;
  }

  async read(id: string): Promise<StoredTask | undefined> {
    if (!isStorable(id)) return undefined;
    const [row] = await this.#sql.query<TaskRow>(this.#statements.read, [id]);
    if (row === undefined) return undefined;
    const { scope, version, compacted, changes } = row;
    const task = toTask(row);
    return { task, version, scope, ...(changes && { compacted: { version: compacted, changes } }) };
  }

  async entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]> {
    if (!isStorable(id)) throw missing(id);
    const entries = await this.#reader.read({ id, after, limit });
    if (entries === undefined) throw missing(id);
    return entries;
  }

  async changed(id: string, version: number, signal: AbortSignal): Promise<void> {
    if (isStorable(id)) await this.#watch.wait(id, version, signal);
  }

  async renewLeases(ids: readonly string[], leaseMs: number): Promise<void> {
    await this.#sql.query(this.#statements.renewLeases, [ids.filter(isStorable), leaseMs]);
  }

  expiredLeases(limit: number): Promise<readonly ExpiredLease[]> {
    return this.#sql.query<ExpiredLease>(this.#statements.expiredLeases, [limit]);
  }

  async list(query: TaskQuery): Promise<TaskPage> {
    const { page, count } = listStatements(this.#table, query);
    const [rows, [counted]] = await Promise.all([
      this.#sql.query<LogRow & Pick<StoredTask, "version">>(page.text, page.values),
      this.#sql.query<{ total: number }>(count.text, count.values),
    ]);
    const shown = rows.slice(0, query.limit);
    return {
      tasks: shown.map(toTask),
      versions: shown.map(({ version }) => version),
      total: counted?.total ?? 0,
      more: rows.length > query.limit,
    };
  }

  async expire(tasks: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]> {
    const ids = await this.#retention.expire(tasks);
    if (tasks.dryRun !== true) for (const id of ids) this.#watch.changed(id, Number.POSITIVE_INFINITY);
    return ids;
  }

  compact(logs: CompactionPolicy): Promise<readonly string[]> {
    return this.#retention.compact(logs, this);
  }

  async delete(id: string): Promise<void> {
    if (!isStorable(id)) return;
    await deleteTasks(this.#sql, this.#table, { text: this.#statements.remove, values: [id] });
    this.#watch.changed(id, Number.POSITIVE_INFINITY);
  }

  /** The versions of tasks, and of the queue. */
  async #watched(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (!ids.includes(queueKey)) return this.#versionsOf(ids);
    const [versions, areWaiting] = await Promise.all([
      this.#versionsOf(ids.filter((id) => id !== queueKey)),
      this.#queue.areWaiting(),
    ]);
    return new Map([...versions, [queueKey, areWaiting ? 1 : 0]]);
  }

  async #versionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#sql.query<ExpiredLease>(this.#statements.versions, [ids]);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }
}

interface LogRow {
  readonly beginning: Task;
  readonly entries: TaskEntry[] | null;
}

interface TaskRow extends LogRow, Pick<StoredTask, "scope" | "version"> {
  readonly compacted: number;
  readonly changes: CountedChanges | null;
}

function toTask({ beginning, entries }: LogRow): Task {
  return foldEntries(beginning, entries ?? []);
}

/** A text of PostgreSQL cannot have U+0000: there is no such task. */
function isStorable(id: string): boolean {
  return !id.includes("\0");
}

function missing(id: string): TaskStoreError {
  return new TaskStoreError("missing", `there is no task ${id}`);
}

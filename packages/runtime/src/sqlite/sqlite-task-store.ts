import type { CompactionPolicy, RetentionPolicy } from "../agent/contract/retention-policy.ts";
import type { ContextOfScope, StateStore, StateWrites, StoredValues } from "../agent/contract/state-store.ts";
import type { TaskEntry } from "../agent/contract/task-entry.ts";
import {
  type Compaction,
  type ExpiredLease,
  type NewTask,
  type StoredTask,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
} from "../agent/contract/task-store.ts";
import type { Task } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { countChanges } from "../agent/store/task-count.ts";
import { TaskFold } from "../agent/store/task-fold.ts";
import { taskTimeKey } from "../agent/store/task-time.ts";
import type { JsonObject } from "../core/json.ts";
import { onAbort } from "../core/on-abort.ts";
import { migrate } from "./schema.ts";
import { SqliteQueue } from "./sqlite-queue.ts";
import { fromKey, query, type SqliteStorage, type SqliteValue, toKey } from "./sqlite-storage.ts";
import { SqliteWebhooks } from "./sqlite-webhooks.ts";
import { places, splitText, TaskTexts } from "./task-texts.ts";

/**
 * Keeps tasks in SQLite, of which one process is the owner: that of a Durable Object, `state.storage`. Makes
 * its tables. What a process before this one had at work is free at once.
 */
export function openSqlite(storage: SqliteStorage): TaskStore {
  migrate(storage);
  query(storage, "update a2agen_task set held_until = 0 where held_until is not null");
  query(storage, "update a2agen_webhook set leased_until = 0, owner = null where is_over = 0");
  return new SqliteTaskStore(storage);
}

interface TaskRow {
  readonly id: string;
  readonly scope: string;
  readonly context: string | null;
  readonly version: number;
  readonly compacted: number;
}

const columns = "id, scope, context, version, compacted";

class SqliteTaskStore implements TaskStore {
  readonly webhooks: SqliteWebhooks;
  readonly queue: SqliteQueue;
  readonly state: StateStore = {
    ofTask: async (taskId) => this.#texts.readOne(toKey(taskId), places.state),
    ofContext: async (context) => this.#memoryOf(context),
  };
  readonly #storage: SqliteStorage;
  readonly #texts: TaskTexts;
  /** What waits for entries of a task. */
  readonly #waiters = new Map<string, Set<() => void>>();

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
    this.#texts = new TaskTexts(storage);
    this.webhooks = new SqliteWebhooks(storage);
    this.queue = new SqliteQueue(storage);
  }

  async create(given: NewTask): Promise<{ readonly existing: string | undefined }> {
    const { task, scope, idempotency, leaseMs, entries = [], queue, webhook } = given;
    const id = toKey(task.id);
    const time = taskTimeKey(task.status.timestamp);
    const existing = this.#storage.transactionSync(() => {
      const found = this.#findExisting(given);
      if (found !== undefined) return found;
      if (this.#find(task.id) !== undefined)
        throw new TaskStoreError("exists", `the task ${task.id} exists already`);
      const round = queue === undefined ? null : this.queue.nextRound(toKey(scope), queue);
      query(
        this.#storage,
        `insert into a2agen_task (id, scope, context, state, time, begun, version, idempotency, held_until, round)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          id,
          toKey(scope),
          task.contextId === undefined ? null : toKey(task.contextId),
          task.status.state,
          time,
          time,
          entries.length,
          idempotency === undefined ? null : toKey(idempotency.key),
          until(leaseMs),
          round,
        ],
      );
      this.#texts.write(id, places.beginning, task);
      for (const [index, entry] of entries.entries()) this.#texts.write(id, index + 1, entry);
      if (webhook !== undefined) this.webhooks.add(webhook);
      return undefined;
    });
    if (existing === undefined && queue !== undefined) this.queue.added();
    return { existing };
  }

  async append(
    id: string,
    version: number,
    entries: readonly TaskEntry[],
    leaseMs?: number,
    { state, memory }: StateWrites = {},
  ): Promise<number> {
    const key = toKey(id);
    const next = version + entries.length;
    this.#storage.transactionSync(() => {
      const row = this.#get(id);
      if (row.version !== version) {
        throw new TaskStoreError(
          "conflict",
          `the task ${id} is at version ${row.version}, expected ${version}`,
        );
      }
      if (memory !== undefined) this.#writeMemory(id, row, memory);
      if (state !== undefined) this.#writeState(key, state);
      for (const [index, entry] of entries.entries()) {
        this.#texts.write(key, version + index + 1, entry, "artifactUpdate" in entry);
      }
      query(this.#storage, "update a2agen_task set version = ? where id = ?", [next, key]);
      const last = entries.findLast((entry) => "statusUpdate" in entry);
      if (last === undefined) return;
      const { status } = last.statusUpdate;
      query(
        this.#storage,
        "update a2agen_task set state = ?, time = ?, held_until = ?, round = null where id = ?",
        [status.state, taskTimeKey(status.timestamp), until(leaseMs), key],
      );
    });
    this.#wake(id);
    return next;
  }

  async read(id: string): Promise<StoredTask | undefined> {
    const row = this.#find(id);
    if (row === undefined) return undefined;
    const { version, compacted } = row;
    const changes = compacted === 0 ? undefined : this.#texts.readOne<object>(row.id, places.changes);
    return {
      task: this.#fold(row, true),
      version,
      scope: fromKey(row.scope),
      // As `compact` has written it.
      ...(changes && { compacted: { version: compacted, changes: changes as Compaction["changes"] } }),
    };
  }

  async entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]> {
    const { id: key, compacted, version } = this.#get(id);
    if (after < compacted) {
      throw new TaskStoreError("compacted", `the entries of the task ${id} begin after version ${compacted}`);
    }
    const last = limit === undefined ? version : Math.min(version, after + limit);
    return this.#texts.read<TaskEntry>(key, after + 1, last);
  }

  changed(id: string, version: number, signal: AbortSignal): Promise<void> {
    const row = this.#find(id);
    if (row === undefined || row.version > version || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(id) ?? new Set();
      this.#waiters.set(id, waiters);
      const wake = (): void => {
        const now = this.#find(id);
        if (now !== undefined && now.version <= version && !signal.aborted) return;
        waiters.delete(wake);
        if (waiters.size === 0) this.#waiters.delete(id);
        stopListening();
        resolve();
      };
      waiters.add(wake);
      const stopListening = onAbort(signal, wake);
    });
  }

  async renewLeases(ids: readonly string[], leaseMs: number): Promise<void> {
    for (const id of ids) {
      query(this.#storage, "update a2agen_task set held_until = ? where id = ? and held_until is not null", [
        until(leaseMs),
        toKey(id),
      ]);
    }
  }

  async expiredLeases(limit: number): Promise<readonly ExpiredLease[]> {
    const rows = query<{ id: string; version: number }>(
      this.#storage,
      "select id, version from a2agen_task where held_until <= ? order by held_until, id limit ?",
      [performance.now(), limit],
    );
    return rows.map(({ id, version }) => ({ id: fromKey(id), version }));
  }

  async list({ scope, contextId, state, since, after, limit, artifacts }: TaskQuery): Promise<TaskPage> {
    const conditions = ["scope = ?"];
    const values: SqliteValue[] = [toKey(scope)];
    const add = (condition: string, ...given: readonly SqliteValue[]): void => {
      conditions.push(condition);
      values.push(...given);
    };
    if (contextId !== undefined) add("context = ?", toKey(contextId));
    if (state !== undefined) add("state = ?", state);
    if (since !== undefined) add("time >= ?", taskTimeKey(since));
    const [count] = query<{ total: number }>(
      this.#storage,
      `select count(*) as total from a2agen_task where ${conditions.join(" and ")}`,
      values,
    );
    if (after !== undefined) add("(time, id) < (?, ?)", taskTimeKey(after.time), toKey(after.id));
    const rows = query<TaskRow>(
      this.#storage,
      `select ${columns} from a2agen_task where ${conditions.join(" and ")} order by time desc, id desc limit ?`,
      [...values, limit + 1],
    );
    const page = rows.slice(0, limit);
    return {
      tasks: page.map((row) => this.#fold(row, artifacts)),
      versions: page.map(({ version }) => version),
      total: count?.total ?? 0,
      more: rows.length > limit,
    };
  }

  async delete(id: string): Promise<void> {
    const row = this.#find(id);
    if (row !== undefined) this.#delete([row]);
  }

  async expire({
    dryRun = false,
    ...old
  }: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]> {
    const rows = this.#findOld(old, "");
    if (!dryRun) this.#delete(rows);
    return rows.map(({ id }) => fromKey(id));
  }

  async compact({ entries, ...old }: CompactionPolicy): Promise<readonly string[]> {
    const rows = this.#findOld(
      old,
      `and version - compacted >= ? and not exists (
         select 1 from a2agen_webhook webhook where webhook.task = task.id and is_over = 0)`,
      [entries],
    );
    for (const row of rows) this.#storage.transactionSync(() => this.#compact(row));
    return rows.map(({ id }) => fromKey(id));
  }

  #compact(row: TaskRow): void {
    const { id, version, compacted } = row;
    // As the compaction before has written it.
    const before = this.#texts.readOne<object>(id, places.changes) as Compaction["changes"] | undefined;
    const log = this.#texts.read<TaskEntry>(id, compacted + 1, version);
    const task = this.#fold(row, true);
    this.#texts.remove(id, 1, version);
    this.#texts.write(id, places.beginning, task);
    this.#texts.write(id, places.changes, countChanges(before, log));
    query(this.#storage, "update a2agen_task set compacted = version where id = ?", [id]);
  }

  #fold({ id, version, compacted }: TaskRow, withArtifacts: boolean): Task {
    const beginning = this.#texts.readOne<Task>(id, places.beginning);
    if (beginning === undefined) throw new Error(`the task ${fromKey(id)} has no beginning`);
    const fold = new TaskFold(beginning);
    for (const entry of this.#texts.read<TaskEntry>(id, compacted + 1, version, withArtifacts))
      fold.add(entry);
    return withArtifacts ? fold.toTask() : fold.toTaskWithoutArtifacts();
  }

  #find(id: string): TaskRow | undefined {
    return query<TaskRow>(this.#storage, `select ${columns} from a2agen_task where id = ?`, [toKey(id)])[0];
  }

  #get(id: string): TaskRow {
    const row = this.#find(id);
    if (row === undefined) throw new TaskStoreError("missing", `there is no task ${id}`);
    return row;
  }

  #findExisting({ scope, idempotency }: NewTask): string | undefined {
    if (idempotency === undefined) return undefined;
    const [row] = query<{ id: string }>(
      this.#storage,
      "select id from a2agen_task where scope = ? and idempotency = ? and begun >= ? order by begun desc limit 1",
      [toKey(scope), toKey(idempotency.key), taskTimeKey(idempotency.since)],
    );
    return row && fromKey(row.id);
  }

  #findOld(
    { before, states, limit }: RetentionPolicy,
    conditions: string,
    values: readonly SqliteValue[] = [],
  ): readonly TaskRow[] {
    const inStates = states === undefined ? "" : `and state in (${states.map(() => "?").join(", ")})`;
    return query<TaskRow>(
      this.#storage,
      `select ${columns} from a2agen_task task
       where held_until is null and round is null and time < ? ${inStates} ${conditions}
       order by time, id limit ?`,
      [taskTimeKey(before), ...(states ?? []), ...values, limit],
    );
  }

  #delete(rows: readonly TaskRow[]): void {
    this.#storage.transactionSync(() => {
      for (const { id, scope, context } of rows) {
        query(this.#storage, "delete from a2agen_task where id = ?", [id]);
        query(this.#storage, "delete from a2agen_text where task = ?", [id]);
        query(this.#storage, "delete from a2agen_webhook where task = ?", [id]);
        query(
          this.#storage,
          `delete from a2agen_memory where scope = ?1 and context = ?2 and not exists (
             select 1 from a2agen_task where scope = ?1 and context = ?2)`,
          [scope, context],
        );
      }
    });
    for (const { id } of rows) this.#wake(fromKey(id));
  }

  #memoryOf({ scope, contextId }: ContextOfScope): StoredValues | undefined {
    const rows = query<{ version: number; text: string }>(
      this.#storage,
      "select version, text from a2agen_memory where scope = ? and context = ? order by part",
      [toKey(scope), toKey(contextId)],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    // As `append` has written it.
    return {
      version: first.version,
      values: JSON.parse(rows.map(({ text }) => text).join("")) as JsonObject,
    };
  }

  #writeState(key: string, { version, values }: StoredValues): void {
    const found = this.#texts.readOne<StoredValues>(key, places.state)?.version ?? 0;
    if (found !== version) {
      const message = `the state of the task ${fromKey(key)} is at version ${found}, expected ${version}`;
      throw new TaskStoreError("outdated", message);
    }
    this.#texts.write(key, places.state, { version: version + 1, values } satisfies StoredValues);
  }

  #writeMemory(id: string, { scope, context }: TaskRow, { version, values }: StoredValues): void {
    if (context === null) throw new TypeError(`the task ${id} has no context, and so no memory`);
    const place = [scope, context];
    const [row] = query<{ version: number }>(
      this.#storage,
      "select version from a2agen_memory where scope = ? and context = ? limit 1",
      place,
    );
    const found = row?.version ?? 0;
    if (found !== version) {
      const name = fromKey(context);
      throw new TaskStoreError(
        "outdated",
        `the memory of the context ${name} is at version ${found}, expected ${version}`,
      );
    }
    query(this.#storage, "delete from a2agen_memory where scope = ? and context = ?", place);
    for (const [part, text] of splitText(JSON.stringify(values)).entries()) {
      query(this.#storage, "insert into a2agen_memory values (?, ?, ?, ?, ?)", [
        ...place,
        part,
        version + 1,
        text,
      ]);
    }
  }

  #wake(id: string): void {
    for (const wake of this.#waiters.get(id) ?? []) wake();
  }
}

/** When a lease ends that begins now, by the clock of this process, the only owner; null for none. */
function until(leaseMs: number | undefined): number | null {
  return leaseMs === undefined ? null : performance.now() + leaseMs;
}

import {
  foldEntries,
  type LapsedTask,
  type NewTask,
  type StoredTask,
  type TaskEntry,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
  taskTimeKey,
} from "@a2agen/runtime/agent";
import pg from "pg";
import { hashOf } from "./hash-of.ts";
import { listStatements } from "./list-statements.ts";
import * as sql from "./statements.ts";
import { TaskListener } from "./task-listener.ts";

type Task = NewTask["task"];

/**
 * Keeps tasks in PostgreSQL, in the tables of `schema.sql`, for any number of processes. The pool is the
 * caller's; one of its connections is kept for notifications from the first `changed` on.
 */
export class PostgresTaskStore implements TaskStore {
  readonly #pool: pg.Pool;
  readonly #listener: TaskListener;
  readonly #channel: string;

  /** Stores over the same tables have the same channel. */
  constructor(pool: pg.Pool, channel = "task_changed") {
    this.#pool = pool;
    this.#channel = channel;
    this.#listener = new TaskListener(pool, channel);
  }

  async create({ task, scope, repeat, holdMs }: NewTask): Promise<{ readonly existing: string | undefined }> {
    const repeatHash = repeat === undefined ? null : hashOf(scope, repeat.key);
    for (;;) {
      const created = await this.#create([
        task.id,
        hashOf(scope),
        task.contextId === undefined ? null : hashOf(task.contextId),
        task.status.state,
        taskTimeKey(task.status.timestamp),
        JSON.stringify(scope),
        JSON.stringify(task),
        repeatHash,
        taskTimeKey(repeat?.since),
        holdMs ?? null,
      ]);
      if (created) return { existing: undefined };
      const { rows } = await this.#pool.query<{ task_id: string }>(sql.findRepeated, [repeatHash]);
      // It may have been deleted since; then the key is free.
      if (rows[0] !== undefined) return { existing: rows[0].task_id };
    }
  }

  async #create(values: readonly (string | number | Buffer | null)[]): Promise<boolean> {
    try {
      const { rowCount } = await this.#pool.query(sql.create, [...values]);
      return rowCount === 1;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.constraint === "task_pkey") {
        throw new TaskStoreError("exists", `the task ${values[0]?.toString()} exists already`);
      }
      throw error;
    }
  }

  async append(id: string, version: number, entries: readonly TaskEntry[], holdMs?: number): Promise<number> {
    if (!isStorable(id)) throw missing(id);
    const status = entries.findLast((entry) => "statusUpdate" in entry)?.statusUpdate.status;
    const { rows } = await this.#pool.query<{ version: number }>(sql.append, [
      id,
      version,
      entries.map((entry) => JSON.stringify(entry)),
      entries.map((entry) => "artifactUpdate" in entry),
      status?.state ?? null,
      status === undefined ? null : taskTimeKey(status.timestamp),
      this.#channel,
      holdMs ?? null,
    ]);
    if (rows[0] !== undefined) return rows[0].version;
    const found = await this.#versionOf(id);
    if (found === undefined) throw missing(id);
    throw new TaskStoreError("conflict", `the task ${id} is at version ${found}, expected ${version}`);
  }

  async read(id: string): Promise<StoredTask | undefined> {
    if (!isStorable(id)) return undefined;
    const { rows } = await this.#pool.query<{
      scope: string;
      version: number;
      beginning: Task;
      entries: TaskEntry[] | null;
    }>(sql.read, [id]);
    const [row] = rows;
    if (row === undefined) return undefined;
    return {
      task: foldEntries(row.beginning, row.entries ?? []),
      version: row.version,
      scope: row.scope,
    };
  }

  async entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]> {
    if (!isStorable(id)) throw missing(id);
    const { rows } = await this.#pool.query<{ entries: TaskEntry[] | null }>(sql.entries, [
      id,
      after,
      limit ?? null,
    ]);
    const [row] = rows;
    if (row === undefined) throw missing(id);
    return row.entries ?? [];
  }

  async changed(id: string, version: number, signal: AbortSignal): Promise<void> {
    if (!isStorable(id)) return;
    await this.#listener.wait({
      id,
      version,
      signal,
      // Asked once the listener listens: what is appended after that is told.
      isOver: async () => ((await this.#versionOf(id)) ?? Infinity) > version,
    });
  }

  async hold(ids: readonly string[], holdMs: number): Promise<void> {
    await this.#pool.query(sql.hold, [ids.filter(isStorable), holdMs]);
  }

  async lapsed(limit: number): Promise<readonly LapsedTask[]> {
    const { rows } = await this.#pool.query<LapsedTask>(sql.lapsed, [limit]);
    return rows;
  }

  async list(query: TaskQuery): Promise<TaskPage> {
    const { page, count } = listStatements(query);
    const [{ rows }, counted] = await Promise.all([
      this.#pool.query<{ beginning: Task; entries: TaskEntry[] | null }>(page),
      this.#pool.query<{ total: number }>(count),
    ]);
    return {
      tasks: rows
        .slice(0, query.limit)
        .map(({ beginning, entries }) => foldEntries(beginning, entries ?? [])),
      total: counted.rows[0]?.total ?? 0,
      more: rows.length > query.limit,
    };
  }

  async delete(id: string): Promise<void> {
    if (isStorable(id)) await this.#pool.query(sql.remove, [id, this.#channel]);
  }

  /** Gives the connection of the notifications back; ends all waiting. */
  close(): Promise<void> {
    return this.#listener.close();
  }

  async #versionOf(id: string): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ version: number }>(sql.versionOf, [id]);
    return rows[0]?.version;
  }
}

/** A text of PostgreSQL cannot have U+0000: there is no such task. */
function isStorable(id: string): boolean {
  return !id.includes("\0");
}

function missing(id: string): TaskStoreError {
  return new TaskStoreError("missing", `there is no task ${id}`);
}

import type { ClaimedTask, TaskQueue } from "@a2agen/runtime/agent";
import type { Sql } from "./sql.ts";
import type { TaskStatements } from "./statements.ts";
import type { TaskWatch } from "./task-watch.ts";

/**
 * What waits for the queue instead of for a task. No task has this identifier, since texts have no U+0000.
 */
export const queueKey = "\0queue";

/** The tasks that wait for a process with room for them. */
export class PostgresTaskQueue implements TaskQueue {
  readonly #sql: Sql;
  readonly #statements: TaskStatements;
  readonly #watch: TaskWatch;

  constructor(sql: Sql, statements: TaskStatements, watch: TaskWatch) {
    this.#sql = sql;
    this.#statements = statements;
    this.#watch = watch;
  }

  claim(limit: number, leaseMs?: number): Promise<readonly ClaimedTask[]> {
    return this.#sql.query(this.#statements.claim, [limit, leaseMs ?? null]);
  }

  async take(id: string, leaseMs?: number): Promise<boolean> {
    if (id.includes("\0")) return false;
    return (await this.#sql.query(this.#statements.take, [id, leaseMs ?? null])).length > 0;
  }

  async size(): Promise<number> {
    const [row] = await this.#sql.query<{ waiting: number }>(this.#statements.queued);
    return row?.waiting ?? 0;
  }

  waiting(signal: AbortSignal): Promise<void> {
    return this.#watch.wait(queueKey, 0, signal);
  }

  /** This process has added a task: notifies all waiters. */
  added(): void {
    this.#watch.changed(queueKey, 1);
  }

  async areWaiting(): Promise<boolean> {
    const [row] = await this.#sql.query<{ areWaiting: boolean }>(this.#statements.areWaiting);
    return row?.areWaiting === true;
  }
}

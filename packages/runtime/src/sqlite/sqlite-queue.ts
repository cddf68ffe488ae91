import type { ClaimedTask, QueueRoom, TaskQueue } from "../agent/contract/task-queue.ts";
import { checkQueueRoom, QueueWaiters } from "../agent/store/queue-room.ts";
import { fromKey, query, type SqliteStorage, toKey } from "./sqlite-storage.ts";

/** The tasks that wait for a turn: by their rounds, in which each scope has one. */
export class SqliteQueue implements TaskQueue {
  readonly #storage: SqliteStorage;
  readonly #waiters = new QueueWaiters();

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /** The round of a further task of a scope; fails with "full" if there is no room. */
  nextRound(scope: string, room: QueueRoom): number {
    const [row] = query<{ waiting: number; own: number; first: number | null; last: number | null }>(
      this.#storage,
      `select count(*) as waiting, count(*) filter (where scope = ?1) as own, min(round) as first,
         max(round) filter (where scope = ?1) as last from a2agen_task where round is not null`,
      [scope],
    );
    const { waiting = 0, own = 0, first = null, last = null } = row ?? {};
    checkQueueRoom({ waiting, own }, room);
    return Math.max(first ?? 1, (last ?? 0) + 1);
  }

  /** A task waits. */
  added(): void {
    this.#waiters.wake();
  }

  async claim(limit: number, leaseMs?: number): Promise<readonly ClaimedTask[]> {
    const rows = query<{ id: string; version: number }>(
      this.#storage,
      "select id, version from a2agen_task where round is not null order by round, time, id limit ?",
      [limit],
    );
    for (const { id } of rows) this.#take(id, leaseMs);
    return rows.map(({ id, version }) => ({ id: fromKey(id), version }));
  }

  async take(id: string, leaseMs?: number): Promise<boolean> {
    return this.#take(toKey(id), leaseMs);
  }

  async size(): Promise<number> {
    const text = "select count(*) as waiting from a2agen_task where round is not null";
    return query<{ waiting: number }>(this.#storage, text)[0]?.waiting ?? 0;
  }

  waiting(signal: AbortSignal): Promise<void> {
    const rows = query(this.#storage, "select 1 from a2agen_task where round is not null limit 1");
    if (rows.length > 0 || signal.aborted) return Promise.resolve();
    return this.#waiters.wait(signal);
  }

  #take(key: string, leaseMs: number | undefined): boolean {
    const rows = query(
      this.#storage,
      "update a2agen_task set round = null, held_until = ? where id = ? and round is not null returning id",
      [leaseMs === undefined ? null : performance.now() + leaseMs, key],
    );
    return rows.length > 0;
  }
}

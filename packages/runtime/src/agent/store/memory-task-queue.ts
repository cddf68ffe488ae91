import type { ClaimedTask, QueueRoom, TaskQueue } from "../contract/task-queue.ts";
import type { MemoryTask } from "./memory-task.ts";
import { checkQueueRoom, QueueWaiters } from "./queue-room.ts";

interface Place {
  readonly task: MemoryTask;
  /** The round in which it is served. */
  readonly round: number;
}

/** The tasks of a `MemoryTaskStore` that wait for a turn. */
export class MemoryTaskQueue implements TaskQueue {
  /** By their rounds, and in a round by their addition. */
  #places: Place[] = [];
  readonly #scopes = new Map<string, number>();
  readonly #waiters = new QueueWaiters();

  /** Fails with "full" if there is no room for one more task of a scope. */
  checkRoom(scope: string, room: QueueRoom): void {
    checkQueueRoom({ waiting: this.#places.length, own: this.#scopes.get(scope) ?? 0 }, room);
  }

  add(task: MemoryTask): void {
    const { scope } = task;
    const served = (this.#places[0]?.round ?? 1) - 1;
    const last = this.#places.findLast((place) => place.task.scope === scope)?.round ?? 0;
    const round = Math.max(served, last) + 1;
    const index = this.#places.findLastIndex((place) => place.round <= round);
    this.#places.splice(index + 1, 0, { task, round });
    this.#scopes.set(scope, (this.#scopes.get(scope) ?? 0) + 1);
    this.#waiters.wake();
  }

  has(task: MemoryTask): boolean {
    return this.#places.some((place) => place.task === task);
  }

  /** Whether the task has waited. */
  remove(task: MemoryTask): boolean {
    // Most tasks never wait.
    if (!this.#scopes.has(task.scope)) return false;
    const index = this.#places.findIndex((place) => place.task === task);
    if (index < 0) return false;
    this.#places.splice(index, 1);
    const left = (this.#scopes.get(task.scope) ?? 0) - 1;
    if (left > 0) this.#scopes.set(task.scope, left);
    else this.#scopes.delete(task.scope);
    return true;
  }

  async claim(limit: number): Promise<readonly ClaimedTask[]> {
    const claimed = this.#places.slice(0, limit).map(({ task }) => task);
    for (const task of claimed) this.remove(task);
    return claimed.map(({ id, version }) => ({ id, version }));
  }

  async take(id: string): Promise<boolean> {
    const found = this.#places.find(({ task }) => task.id === id);
    return found !== undefined && this.remove(found.task);
  }

  async size(): Promise<number> {
    return this.#places.length;
  }

  waiting(signal: AbortSignal): Promise<void> {
    if (this.#places.length > 0 || signal.aborted) return Promise.resolve();
    return this.#waiters.wait(signal);
  }
}

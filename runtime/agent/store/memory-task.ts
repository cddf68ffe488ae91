import type { TaskEntry } from "../contract/task-entry.ts";
import type { NewTask } from "../contract/task-store.ts";
import { TaskFold } from "../log/task-fold.ts";
import type { MemoryPlace } from "./memory-order.ts";
import { taskTimeKey } from "./task-time.ts";

/** A task of a `MemoryTaskStore`: its log, and what the log comes to so far. */
export class MemoryTask {
  readonly id: string;
  readonly scope: string;
  /** Under which the task is found by a request that is sent again. */
  readonly repeatKey: string | undefined;
  /** The time of the first status; compares as a string. */
  readonly begun: string;
  readonly log: TaskEntry[] = [];
  readonly fold: TaskFold;
  /** The time of the status; compares as a string. */
  time: string;
  /** When the status came to the store, in milliseconds. */
  changedAt: number;
  /** Where the order of its scope has it; undefined while it has no place there. */
  place: MemoryPlace | undefined;
  /** Neighbours in the queue that the task is in. */
  previous: MemoryTask | undefined;
  next: MemoryTask | undefined;
  /** Who waits for entries after a version; undefined until somebody does. */
  waiters: Set<Waiter> | undefined;

  constructor({ task, scope, repeat }: NewTask, now: number) {
    this.id = task.id;
    this.scope = scope;
    this.repeatKey = repeat?.key;
    this.fold = new TaskFold(task);
    this.time = taskTimeKey(task.status.timestamp);
    this.begun = this.time;
    this.changedAt = now;
  }

  get version(): number {
    return this.log.length;
  }

  /** Tells those who wait that there are more entries, or, when it `isGone`, that there will be none. */
  wake(isGone: boolean): void {
    if (this.waiters === undefined) return;
    for (const waiter of this.waiters) {
      if (isGone || waiter.version < this.version) waiter.wake();
    }
  }
}

export interface Waiter {
  readonly version: number;
  /** Takes the waiter out of the set as well. */
  wake(): void;
}

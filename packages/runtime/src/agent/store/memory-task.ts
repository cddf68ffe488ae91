import { measure } from "../../core/measure.ts";
import type { StoredValues } from "../contract/state-store.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { type Compaction, type NewTask, TaskStoreError } from "../contract/task-store.ts";
import { countChanges } from "./task-count.ts";
import { TaskFold } from "./task-fold.ts";
import { taskTimeKey } from "./task-time.ts";

/** A task of a `MemoryTaskStore`: its log, and the fold of it so far. */
export class MemoryTask {
  readonly id: string;
  readonly scope: string;
  /** The key that a repeated request has. */
  readonly idempotencyKey: string | undefined;
  /** The time of the first status; compares as a string. */
  readonly begun: string;
  log: TaskEntry[] = [];
  /** What was dropped of the log. */
  compacted: Compaction | undefined;
  readonly fold: TaskFold;
  /** What the agent keeps of it. */
  state: StoredValues | undefined;
  #stateSize = 0;
  /** UTF-16 code units of the beginning, of all entries and of the state, roughly. */
  size: number;
  /** The time of the status; compares as a string. */
  time: string;
  /** When the status came to the store, in milliseconds. */
  changedAt: number;
  /** Its place in the order of its scope, if any. */
  place: MemoryPlace | undefined;
  /** Neighbours in the queue that the task is in. */
  previous: MemoryTask | undefined;
  next: MemoryTask | undefined;
  /** Waiting for entries after a version; undefined until the first. */
  waiters: Set<Waiter> | undefined;

  constructor({ task, scope, idempotency, entries = [] }: NewTask, now: number) {
    this.id = task.id;
    this.scope = scope;
    this.idempotencyKey = idempotency?.key;
    this.fold = new TaskFold(task);
    this.size = measure(task);
    this.time = taskTimeKey(task.status.timestamp);
    this.begun = this.time;
    this.changedAt = now;
    for (const entry of entries) this.add(entry);
  }

  get version(): number {
    return (this.compacted?.version ?? 0) + this.log.length;
  }

  add(entry: TaskEntry): void {
    this.log.push(entry);
    this.fold.add(entry);
    this.size += measure(entry);
  }

  /** Fails with "outdated" if the state is at another version than that of a write. */
  check(state: StoredValues | undefined): void {
    const { version = 0 } = this.state ?? {};
    if (state === undefined || state.version === version) return;
    throw new TaskStoreError(
      "outdated",
      `the state of the task ${this.id} is at version ${version}, expected ${state.version}`,
    );
  }

  /** Replaces the state. */
  keep({ version, values }: StoredValues): void {
    const size = measure(values);
    this.size += size - this.#stateSize;
    this.#stateSize = size;
    this.state = { version: version + 1, values };
  }

  /** Drops the log. */
  compact(): void {
    const changes = countChanges(this.compacted?.changes, this.log);
    this.compacted = { version: this.version, changes };
    this.log = [];
    this.size = measure(this.fold.toTask()) + measure(changes) + this.#stateSize;
  }

  /** Wakes the waiters that have more entries, or all of them if the task was deleted. */
  wake(isDeleted: boolean): void {
    if (this.waiters === undefined) return;
    for (const waiter of this.waiters) {
      if (isDeleted || waiter.version < this.version) waiter.wake();
    }
  }
}

export interface Waiter {
  readonly version: number;
  /** Also removes the waiter. */
  wake(): void;
}

/** The place of a task in the order: by the time of its status, then by its identifier. */
export interface MemoryPlace {
  readonly time: string;
  readonly id: string;
  /** Undefined once the task has another place or is deleted. */
  task: MemoryTask | undefined;
}

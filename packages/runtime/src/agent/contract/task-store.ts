import { errorCode } from "../../core/object.ts";
import type { Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { CountedChanges } from "./counted-changes.ts";
import type { CompactionPolicy, RetentionPolicy } from "./retention-policy.ts";
import type { StateStore, StateWrites } from "./state-store.ts";
import type { TaskEntry } from "./task-entry.ts";
import type { QueueRoom, TaskQueue } from "./task-queue.ts";
import type { NewWebhook, WebhookStore } from "./webhook-store.ts";

/**
 * Keeps tasks as logs: a beginning and entries that are appended, so that an entry costs the same
 * however many came before it. Several processes may share a store. All values are plain JSON and
 * belong to the store once given: callers do not change what they give or get.
 *
 * `taskStoreCases` of `@a2agen/agent-conformance` checks an implementation.
 */
export interface TaskStore {
  /**
   * Creates a task with all that is given, or nothing: at the version 0, or that of its entries. If a task of
   * the same scope began with the same idempotency key no earlier than `since`, writes nothing and returns
   * the identifier of that task as `existing`; of two concurrent calls one creates and the other finds. Fails
   * with a TaskStoreError "exists" if the identifier is taken, and with "full" if there is no room.
   */
  create(task: NewTask): Promise<{ readonly existing: string | undefined }>;
  /**
   * Appends entries, all or none, if the task's version is `version`, and returns the new version: the number
   * of entries appended so far. Fails with "conflict" if the version is another one, and with "missing" if
   * there is no such task.
   *
   * In a store with `renewLeases`, entries with a status lease the task for `leaseMs` milliseconds from this
   * write on, or end its lease if that is absent. Other entries do not change the lease.
   *
   * A store with `state` writes `writes` as well, also beside no entries, or fails with "outdated"; others
   * get none.
   */
  append(
    id: string,
    version: number,
    entries: readonly TaskEntry[],
    leaseMs?: number,
    writes?: StateWrites,
  ): Promise<number>;
  /** The task as it is now; undefined if there is none. */
  read(id: string): Promise<StoredTask | undefined>;
  /**
   * The entries after a version, oldest first, at most `limit` (default: all). Fails with "missing" if there
   * is no such task, or no longer, and with "compacted" if entries after that version were dropped by
   * `compact`.
   */
  entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]>;
  /**
   * Resolves as soon as the task has more entries than `version`, is deleted, or `signal` is aborted. Without
   * this method the agent reads the entries every `pollMs`.
   */
  changed?(id: string, version: number, signal: AbortSignal): Promise<void>;
  /**
   * Renews leases for `leaseMs` milliseconds from now on, by the clock of the store. Only tasks that got a
   * lease with their latest status (or beginning) have one, expired or not; others are left alone.
   *
   * The process at work on a task holds its lease, and renews it in time. A task whose lease expires was
   * abandoned: its process died, or could not write to the store. Stores in the memory of one process need
   * neither this method nor `expiredLeases`.
   */
  renewLeases?(ids: readonly string[], leaseMs: number): Promise<void>;
  /**
   * The leases that have expired, at most `limit`, the earliest first; none of tasks whose latest status (or
   * beginning) came without `leaseMs`.
   */
  expiredLeases?(limit: number): Promise<readonly ExpiredLease[]>;
  /** A page of tasks, the latest status first, and by descending identifier among equal times. */
  list(query: TaskQuery): Promise<TaskPage>;
  /** Deletes a task with its webhooks and state; does nothing if there is none. */
  delete(id: string): Promise<void>;
  /**
   * Keeps the webhooks of push notifications. Without it they are in the memory of the process that received
   * them, and lost with it.
   */
  readonly webhooks?: WebhookStore;
  /**
   * Keeps what `turn.state` and `turn.memory` have, which without it fail. The state of a task is deleted
   * with it, and the memory of a context with its last task in the scope, however these are deleted;
   * `compact` leaves both as they are.
   */
  readonly state?: StateStore;
  /**
   * Tasks that wait for a process with room for them: those that were created with `queue`, until one takes
   * them or they get a status. Without it an agent refuses what it has no room for.
   */
  readonly queue?: TaskQueue;
  /** Deletes the tasks that a policy no longer keeps, and returns their ids; `dryRun` only returns them. */
  expire?(policy: RetentionPolicy & { readonly dryRun?: boolean }): Promise<readonly string[]>;
  /**
   * Compacts the logs that a policy names into a snapshot with `countChanges`; versions are preserved. Tasks
   * with undelivered notifications are skipped. Returns the identifiers of the compacted tasks.
   */
  compact?(policy: CompactionPolicy): Promise<readonly string[]>;
}

/** A task at its beginning. */
export interface NewTask {
  /** Identifier, context, status and history at the beginning. The status has a timestamp. */
  readonly task: Task;
  /** The callers that may see the task; compared for equality only. */
  readonly scope: string;
  /** The idempotency key, shared by repeated requests, and the earliest beginning that counts (RFC 3339). */
  readonly idempotency?: { readonly key: string; readonly since: string };
  /** @deprecated Named `idempotency` now. */
  readonly repeat?: never;
  /** Milliseconds for which the task is leased from its beginning on; absent for no lease. */
  readonly leaseMs?: number;
  /** The first entries of its log, written with it: records of the agent, no updates. Default: none. */
  readonly entries?: readonly TaskEntry[];
  /** Lets the task wait in the queue, without a lease; `create` fails with "full" if there is no room. */
  readonly queue?: QueueRoom;
  /**
   * Added with the task, so that no task is without the webhook of its message; `create` fails with "full" if
   * there is no room. For stores with `webhooks`.
   */
  readonly webhook?: NewWebhook;
}

/** The lease of a task that was not renewed in time. */
export interface ExpiredLease {
  /** Identifier of the task. */
  readonly id: string;
  /** The number of its entries. */
  readonly version: number;
}

/** A task as the store has it. */
export interface StoredTask {
  /** With its whole history and all artifacts. */
  readonly task: Task;
  /** The number of entries appended so far. */
  readonly version: number;
  /** As given to `create`. */
  readonly scope: string;
  /** What was dropped of the entries; absent if there are all. */
  readonly compacted?: Compaction;
}

/** The entries that `compact` has dropped. */
export interface Compaction {
  /** The version of the last one. */
  readonly version: number;
  /** What they have changed, by `countChanges`. */
  readonly changes: CountedChanges;
}

/** Which tasks a page has. */
export interface TaskQuery {
  readonly scope: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Only tasks whose status has this time or a later one; RFC 3339, UTC. */
  readonly since?: string;
  /** The last task of the previous page: the page begins after it, in the order of `list`. */
  readonly after?: TaskPosition;
  /** Most tasks of the page; at least 1. */
  readonly limit: number;
  /** Whether the tasks need their artifacts; otherwise a store may leave them unread. */
  readonly artifacts: boolean;
}

/** Where a task stands in the order of `list`. */
export interface TaskPosition {
  /** The timestamp of its status; RFC 3339, UTC. */
  readonly time: string;
  readonly id: string;
}

/** A page of tasks. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  /** The versions of the tasks, in order. Without them the agent reads each again for clients of A2A 1.1. */
  readonly versions?: readonly number[];
  /** How many tasks fit the query, without `after` and `limit`. */
  readonly total: number;
  /** Whether tasks follow. */
  readonly more: boolean;
}

/** Why a store refuses: see the methods of `TaskStore`. */
export type TaskStoreProblem = "exists" | "full" | "conflict" | "missing" | "compacted" | "outdated";

/** A refusal of a store. Anything else that it throws is a failure of the store. */
export class TaskStoreError extends Error {
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_TASK_STORE";
  override readonly name = "TaskStoreError";
  /** Why the store refused. */
  readonly problem: TaskStoreProblem;

  constructor(problem: TaskStoreProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Whether an error is a TaskStoreError, of one problem if that is given. */
export function isTaskStoreError(error: unknown, problem?: TaskStoreProblem): error is TaskStoreError {
  return (
    errorCode(error) === "ERR_A2AGEN_TASK_STORE" &&
    (problem === undefined || (error as TaskStoreError).problem === problem)
  );
}

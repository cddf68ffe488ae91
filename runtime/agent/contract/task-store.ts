import { errorCode } from "../../core/object.ts";
import type { Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskEntry } from "./task-entry.ts";

/**
 * Keeps tasks as logs: a beginning and entries that are appended, so that an entry costs the same
 * however many came before it. Several processes may share a store. All values are plain JSON and
 * belong to the store once given: callers do not change what they give or get.
 *
 * `taskStoreCases` of `@a2agen/agent-conformance` checks an implementation.
 */
export interface TaskStore {
  /**
   * Begins a task, at version 0. When `repeat` is given and a task of the same scope began with the same
   * key no earlier than `since`, nothing is written and that task's identifier is returned as
   * `existing`; of two calls at the same time one creates and the other finds. Fails with a TaskStoreError "exists" when the identifier of the task is taken, and
   * with "full" when there is no room.
   */
  create(task: NewTask): Promise<{ readonly existing: string | undefined }>;
  /**
   * Appends entries when the task's version is `version`, all or none, and returns the new version:
   * the number of entries appended so far. Fails with "conflict" when the version is another one, and
   * with "missing" when there is no such task.
   *
   * A store with `hold`: when there is a status among the entries, the task is held from this write on for
   * `holdMs` milliseconds, and no more when that is absent. Other entries leave that as it is.
   */
  append(id: string, version: number, entries: readonly TaskEntry[], holdMs?: number): Promise<number>;
  /** The task as it is now; undefined when there is none. */
  read(id: string): Promise<StoredTask | undefined>;
  /**
   * The entries after a version, oldest first, at most `limit` (all when absent). Fails with "missing"
   * when there is no such task (any more).
   */
  entries(id: string, after: number, limit?: number): Promise<readonly TaskEntry[]>;
  /**
   * Resolves as soon as the task has more entries than `version`, or is gone; also when `signal` is
   * aborted. Stores that cannot wait leave it out: the agent then asks again, at an interval.
   */
  changed?(id: string, version: number, signal: AbortSignal): Promise<void>;
  /**
   * Tasks that are held, or whose hold has ended, are held for `holdMs` milliseconds from now on. Nothing
   * happens to those that nobody has held since their latest status (or beginning), or that are not there.
   * Time is the store's: the clocks of the processes that share it do not matter.
   *
   * Whoever is at work on a task holds it, and renews that in time. So a task that lapses has been left:
   * its process has died, or could not write to the store. Stores that are gone with their process leave
   * this method and `lapsed` out; such tasks stay in the state that they are in.
   */
  hold?(ids: readonly string[], holdMs: number): Promise<void>;
  /**
   * The tasks whose hold has ended, at most `limit`, those that ended first before the others. A task that
   * is not held, because its latest status (or beginning) came without `holdMs`, is none of them.
   */
  lapsed?(limit: number): Promise<readonly LapsedTask[]>;
  /** A page of tasks, the latest status first, and by descending identifier among equal times. */
  list(query: TaskQuery): Promise<TaskPage>;
  /** Removes a task; nothing happens when there is none. */
  delete(id: string): Promise<void>;
}

export interface NewTask {
  /** Identifier, context, status and history at the beginning. The status has a timestamp. */
  readonly task: Task;
  /** Who may see the task: compared for equality only. */
  readonly scope: string;
  /** By what a request that is sent again is known. `since` is RFC 3339, UTC. */
  readonly repeat?: { readonly key: string; readonly since: string };
  /** Milliseconds for which the task is held from its beginning on; not at all when absent. For stores with `hold`. */
  readonly holdMs?: number;
}

/** A task that is held no longer. */
export interface LapsedTask {
  readonly id: string;
  readonly version: number;
}

export interface StoredTask {
  /** With its whole history and all artifacts. */
  readonly task: Task;
  readonly version: number;
  readonly scope: string;
}

export interface TaskQuery {
  readonly scope: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Only tasks whose status has this time or a later one; RFC 3339, UTC. */
  readonly since?: string;
  /** The last task of the page before: the page begins after it, in the order of the list. */
  readonly after?: TaskPosition;
  /** At least 1. */
  readonly limit: number;
  /** Whether the tasks are wanted with their artifacts, which a store may then leave unread. */
  readonly artifacts: boolean;
}

/** Where a task stands in the order of `list`. */
export interface TaskPosition {
  /** The timestamp of its status; RFC 3339, UTC. */
  readonly time: string;
  readonly id: string;
}

export interface TaskPage {
  readonly tasks: readonly Task[];
  /** How many tasks fit the query, without `after` and `limit`. */
  readonly total: number;
  /** Whether tasks follow. */
  readonly more: boolean;
}

export type TaskStoreProblem = "exists" | "full" | "conflict" | "missing";

/** What a store refuses. Anything else that a store throws is a failure of the store. */
export class TaskStoreError extends Error {
  /** Recognise the error by this: two copies of the package may be loaded. */
  readonly code = "ERR_A2AGEN_TASK_STORE";
  override readonly name = "TaskStoreError";
  readonly problem: TaskStoreProblem;

  constructor(problem: TaskStoreProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export function isTaskStoreError(error: unknown, problem?: TaskStoreProblem): error is TaskStoreError {
  return (
    errorCode(error) === "ERR_A2AGEN_TASK_STORE" &&
    (problem === undefined || (error as TaskStoreError).problem === problem)
  );
}

import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Which tasks are old: those that are neither held nor wait in a queue. */
export interface OldTasks {
  /** Their latest status is older; RFC 3339, UTC. */
  readonly before: string;
  /** Their states; absent for any. */
  readonly states?: readonly TaskState[];
  /** The most tasks, the oldest first. */
  readonly limit: number;
}

/** Which logs are long. */
export interface LongLogs extends OldTasks {
  /** Entries since the beginning or the latest compaction, at least. */
  readonly entries: number;
}

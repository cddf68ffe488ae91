import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Which tasks are deleted. Leased and queued ones are always kept. */
export interface RetentionPolicy {
  /** Tasks whose latest status is older; RFC 3339, UTC. */
  readonly before: string;
  /** Only tasks in these states; absent for any. */
  readonly states?: readonly TaskState[];
  /** At most this many, the oldest first. */
  readonly limit: number;
}

/** Which logs are compacted. */
export interface CompactionPolicy extends RetentionPolicy {
  /** Logs with at least this many entries since the beginning or the latest compaction. */
  readonly entries: number;
}

import type { CompactionPolicy, RetentionPolicy } from "./contract/retention-policy.ts";
import type { ExpiredLease } from "./contract/task-store.ts";

// Names of this path from before the first release, for those who built from the repository.

/** @deprecated Named `ExpiredLease` now. */
export type LapsedTask = ExpiredLease;
/** @deprecated Named `CompactionPolicy` now. */
export type LongLogs = CompactionPolicy;
/** @deprecated Named `RetentionPolicy` now. */
export type OldTasks = RetentionPolicy;

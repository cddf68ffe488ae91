import { CallError } from "../../service/index.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import { measure } from "../core/copy-measured.ts";
import { holdFor } from "../store/task-leases.ts";
import { StoreFailure, TaskLog } from "./task-log.ts";

/** A task as it was read. */
export interface ReadTask extends Pick<StoredTask, "task" | "version"> {
  /** What `measure` says of the task, where it is known. */
  readonly size?: number;
}

/** The log of a task as it was read; `onForeign` is told of what others wrote since. */
export function openLog(
  core: AgentCore,
  { task, version, size = measure(task) }: ReadTask,
  onForeign: (entry: TaskEntry) => void = () => undefined,
): TaskLog {
  const { store, changes } = core;
  return new TaskLog({
    store,
    id: task.id,
    version,
    status: task.status,
    size,
    holdFor: (entries) => holdFor(core, entries),
    onForeign,
    onWrite: (id) => changes.tell(id),
  });
}

/** Fails with RESOURCE_EXHAUSTED when a task has no room for one more entry of a size. */
export function checkRoom(core: AgentCore, log: TaskLog, size: number): void {
  const { entries, size: most } = core.limits;
  if (log.version >= entries || log.size + size > most) throw tooLarge(core);
}

export function tooLarge({ limits }: AgentCore): CallError {
  return new CallError("RESOURCE_EXHAUSTED", "the task would be larger than this agent keeps", {
    metadata: { entries: String(limits.entries), size: String(limits.size) },
  });
}

/** What the client is told of something that writing to a log threw. */
export function toLogError(core: AgentCore, error: unknown, taskId: string): CallError {
  return toStoreError(core, error instanceof StoreFailure ? error.cause : error, taskId);
}

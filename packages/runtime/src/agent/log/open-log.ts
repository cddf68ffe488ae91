import { measure } from "../../core/measure.ts";
import { CallError } from "../../service/index.ts";
import type { SafeObservation } from "../../service/observe.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import { StoreFailure, TaskLog } from "./task-log.ts";

/** A task as read from the store. */
export interface ReadTask extends Pick<StoredTask, "task" | "version"> {
  /** The result of `measure`, if known. */
  readonly size?: number;
  /** When its lease was asked for, by `performance.now`; absent without one. */
  readonly leasedAt?: number;
}

interface OpenLogOptions {
  /** Called with entries that other writers appended since. */
  readonly onForeign?: (entry: TaskEntry) => void;
  /** The turn that writes, as an observer has it. */
  readonly within?: () => SafeObservation | undefined;
}

/** Opens the log of a task. */
export function openLog(
  core: AgentCore,
  { task, version, size = measure(task), leasedAt = Number.NEGATIVE_INFINITY }: ReadTask,
  { onForeign = () => undefined, within = () => undefined }: OpenLogOptions = {},
): TaskLog {
  const { store, changes, observer } = core;
  const taskId = task.id;
  return new TaskLog({
    store,
    id: task.id,
    version,
    status: task.status,
    size,
    leasedAt,
    leaseFor: (entries) => leaseFor(core, entries),
    onForeign,
    onWrite: (id) => changes.notify(id),
    ...(observer && {
      observe: (entries: number) =>
        observer.begin({ kind: "append", taskId, entries, creates: false, within: within() }),
    }),
  });
}

/** Milliseconds of the lease once entries are written; undefined unless they leave the task at work. */
function leaseFor({ leases, states }: AgentCore, entries: readonly TaskEntry[]): number | undefined {
  if (leases === undefined) return undefined;
  const last = entries.findLast((entry) => "statusUpdate" in entry);
  return last === undefined || states.isAtRest(last.statusUpdate.status.state) ? undefined : leases.ms;
}

/** Fails with RESOURCE_EXHAUSTED if a task has no room for one more entry of a size. */
export function checkRoom(core: AgentCore, log: TaskLog, size: number): void {
  const { entries, size: most } = core.limits;
  if (log.version >= entries || log.size + size > most) throw tooLarge(core);
}

export function tooLarge({ limits }: AgentCore): CallError {
  return new CallError("RESOURCE_EXHAUSTED", "the task would be larger than this agent keeps", {
    metadata: { entries: String(limits.entries), size: String(limits.size) },
  });
}

/** The error of the call for an error of `TaskLog.write`. */
export function toLogError(core: AgentCore, error: unknown, taskId: string): CallError {
  return toStoreError(core, error instanceof StoreFailure ? error.cause : error, taskId);
}

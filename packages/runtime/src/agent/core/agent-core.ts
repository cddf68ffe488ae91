import type { Codec } from "../../core/index.ts";
import { type CallContext, CallError, isCallError } from "../../service/index.ts";
import type { SafeObserver } from "../../service/observe.ts";
import type { AgentLimits, ErrorPlace } from "../contract/agent-options.ts";
import type { Execute } from "../contract/execute.ts";
import type { PushNotifier } from "../contract/push-notifier.ts";
import { isTaskStoreError, type StoredTask, type TaskStore } from "../contract/task-store.ts";
import type { StreamResponse } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskChanges } from "../store/task-changes.ts";
import type { TaskLeases } from "../store/task-leases.ts";
import type { AgentErrors } from "./agent-errors.ts";
import type { Deadlines } from "./deadlines.ts";
import type { CheckMediaTypes } from "./media-types.ts";
import { isOutOfReach } from "./out-of-reach.ts";
import type { TaskStates } from "./task-states.ts";
import type { ViewExtensions } from "./turn-views.ts";

/** Shared by all operations of an agent. */
export interface AgentCore {
  readonly execute: Execute;
  /** Whether turns begin again in another process. */
  readonly resumable: boolean;
  readonly store: TaskStore;
  readonly push: PushNotifier | undefined;
  readonly limits: AgentLimits;
  readonly states: TaskStates;
  readonly errors: AgentErrors;
  /** Checks the events of an author. */
  readonly codec: Codec<StreamResponse>;
  readonly changes: TaskChanges;
  /** Undefined for a store without leases. */
  readonly leases: TaskLeases | undefined;
  /** Whether the client of a call counts the changes of tasks. */
  readonly counts: (call: CallContext) => boolean;
  /** Whether the events of the service say how often a task has changed. */
  readonly countsEvents: boolean;
  /** Ends the waits for tasks that do not change. */
  readonly holds: Deadlines;
  readonly scopeOf: (call: CallContext) => string;
  readonly checkMediaTypes: CheckMediaTypes;
  readonly viewExtensions: ViewExtensions;
  readonly report: (error: unknown, place: ErrorPlace) => void;
  readonly observer: SafeObserver | undefined;
  /** What the observer is shown of the agent. */
  readonly card: object | undefined;
  /** Aborted when the agent has closed, which ends every wait for changes. */
  readonly closed: AbortSignal;
}

/** Reads a task visible in a scope; fails with TaskNotFoundError otherwise. */
export async function findTask(core: AgentCore, scope: string, id: string): Promise<StoredTask> {
  let stored: StoredTask | undefined;
  try {
    stored = await core.store.read(id);
  } catch (error) {
    throw toStoreError(core, error, id);
  }
  if (stored === undefined || stored.scope !== scope) throw core.errors.taskNotFound(id);
  return stored;
}

/** Reads a task; errors of the store are hidden from the client. */
export async function readTask(core: AgentCore, id: string): Promise<StoredTask | undefined> {
  try {
    return await core.store.read(id);
  } catch (error) {
    throw toStoreError(core, error, id);
  }
}

/** The error of the call for an error of the store; reports the errors that are hidden from the client. */
export function toStoreError(core: AgentCore, error: unknown, taskId: string | undefined): CallError {
  if (isCallError(error)) return error;
  if (isTaskStoreError(error, "missing") && taskId !== undefined) return core.errors.taskNotFound(taskId);
  if (isTaskStoreError(error, "full")) {
    return new CallError("RESOURCE_EXHAUSTED", "the agent has no room for more tasks", {
      retryAfterMs: 1000,
    });
  }
  core.report(error, { taskId, activity: "store" });
  return hiddenStoreError(error);
}

/** What a client learns of a failed store: whether it was unreachable, so that a retry may succeed. */
export function hiddenStoreError(error: unknown): CallError {
  return isOutOfReach(error)
    ? new CallError("UNAVAILABLE", "the agent cannot reach its tasks for now")
    : new CallError("INTERNAL", "internal error");
}

import type { Codec } from "../../core/index.ts";
import { type CallContext, CallError, isCallError } from "../../service/index.ts";
import type { CheckMediaTypes } from "../calls/media-types.ts";
import type { AgentLimits, ErrorPlace } from "../contract/agent-options.ts";
import type { Execute } from "../contract/execute.ts";
import type { PushNotifier } from "../contract/push-notifier.ts";
import { isTaskStoreError, type StoredTask, type TaskStore } from "../contract/task-store.ts";
import type { StreamResponse } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskChanges } from "../log/task-changes.ts";
import type { Holding } from "../store/task-leases.ts";
import type { AgentErrors } from "./agent-errors.ts";
import type { TaskStates } from "./task-states.ts";

/** What all operations of an agent share. */
export interface AgentCore {
  readonly execute: Execute;
  readonly store: TaskStore;
  readonly push: PushNotifier | undefined;
  readonly limits: AgentLimits;
  readonly states: TaskStates;
  readonly errors: AgentErrors;
  /** Of events, by which what an author gives is checked. */
  readonly codec: Codec<StreamResponse>;
  readonly changes: TaskChanges;
  /** Undefined when the store knows nothing of it. */
  readonly holding: Holding | undefined;
  readonly scopeOf: (call: CallContext) => string;
  readonly checkMediaTypes: CheckMediaTypes;
  readonly report: (error: unknown, place: ErrorPlace) => void;
  /** Aborted when the agent has ended: nobody waits for changes any more. */
  readonly closed: AbortSignal;
}

/** A task that a scope may see; fails with TaskNotFoundError otherwise. */
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

/** Reads a task; what the store throws, the client is not told. */
export async function readTask(core: AgentCore, id: string): Promise<StoredTask | undefined> {
  try {
    return await core.store.read(id);
  } catch (error) {
    throw toStoreError(core, error, id);
  }
}

/** What the client is told of something that a store threw; tells the hook of what the client must not know. */
export function toStoreError(core: AgentCore, error: unknown, taskId: string | undefined): CallError {
  if (isCallError(error)) return error;
  if (isTaskStoreError(error, "missing") && taskId !== undefined) return core.errors.taskNotFound(taskId);
  if (isTaskStoreError(error, "full")) {
    return new CallError("RESOURCE_EXHAUSTED", "the agent has no room for more tasks", {
      retryAfterMs: 1000,
    });
  }
  core.report(error, { taskId, activity: "store" });
  return new CallError("INTERNAL", "internal error");
}

import { measure } from "../../core/measure.ts";
import { CallError } from "../../service/index.ts";
import { observeWork } from "../../service/observe.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { isTaskStoreError, type NewTask } from "../contract/task-store.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import { statusTime } from "../core/status-time.ts";
import { type Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { type ReadTask, tooLarge } from "../log/open-log.ts";
import { recordTurn } from "./open-turn.ts";
import type { StartOptions } from "./outcome.ts";
import type { RunPlace, TurnRequest } from "./turn.ts";

/**
 * Creates the task of a message; returns the identifier of the one that the same message has created already.
 */
export async function createTask(
  core: AgentCore,
  { place, request }: { readonly place: RunPlace; readonly request: TurnRequest },
  { idempotency, push, queue }: StartOptions,
): Promise<{ readonly created: ReadTask } | { readonly existing: string }> {
  const { store, limits, leases, resumable, observer } = core;
  const { taskId, contextId, scope } = place;
  const status = { state: TaskState.Submitted, timestamp: statusTime() };
  const task: Task = { id: taskId, contextId, status, history: [request.message] };
  const size = measure(task);
  if (size > limits.size) throw tooLarge(core);
  // With the task, so that another process may begin the turn again from the first moment on.
  const isClaimable = queue !== undefined || (resumable && leases !== undefined);
  // A turn that waits has had no attempt yet.
  const attempt = queue === undefined ? 1 : 0;
  const entries: readonly TaskEntry[] = isClaimable ? [{ turn: recordTurn(request, attempt) }] : [];
  const webhook = push?.admit(taskId, entries.length);
  const created: NewTask = {
    task,
    scope,
    ...(entries.length > 0 && { entries }),
    ...(idempotency !== undefined && { idempotency }),
    ...(queue !== undefined && { queue }),
    ...(webhook !== undefined && { webhook }),
    ...(queue === undefined && leases !== undefined && { leaseMs: leases.ms }),
  };
  let existing: string | undefined;
  const leasedAt = performance.now();
  try {
    const observed = observer?.begin({
      kind: "append",
      taskId,
      entries: entries.length,
      creates: true,
      within: undefined,
    });
    const create = () => store.create(created);
    ({ existing } = await (observed === undefined ? create() : observeWork(observed, create)));
  } catch (error) {
    if (webhook !== undefined && isTaskStoreError(error, "full")) {
      const message = "the agent has no room for the task, or for its push notification configuration";
      throw new CallError("RESOURCE_EXHAUSTED", message, { retryAfterMs: 1000 });
    }
    throw toStoreError(core, error, undefined);
  }
  if (existing !== undefined) return { existing };
  if (webhook === undefined) await setLater(core, taskId, () => push?.set(taskId, entries.length));
  else push?.added();
  return { created: { task, version: entries.length, size, leasedAt } };
}

/** Sets the webhook of a task that the store did not add; without it there is no task. */
async function setLater(
  core: AgentCore,
  taskId: string,
  set: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await set();
  } catch (error) {
    // Where that fails, the task is one whose process has died.
    await core.store
      .delete(taskId)
      .catch((cause: unknown) => core.report(cause, { taskId, activity: "store" }));
    throw error;
  }
}

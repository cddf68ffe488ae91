import { startTimer } from "../../core/time.ts";
import type { CallContext } from "../../service/index.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, findTask, toStoreError } from "../core/agent-core.ts";
import { statusTime } from "../core/status-time.ts";
import { type CancelTaskRequest, type Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { followTask } from "../log/follow-task.ts";
import { openLog, toLogError } from "../log/open-log.ts";
import { statusEntry } from "../log/task-entries.ts";
import type { Runs } from "../runs/runs.ts";
import { answerTask } from "./answer-task.ts";

/**
 * Cancels a task (section 3.1.5): an interrupted one at once; otherwise its author is asked to stop and may
 * end the task itself. Returns the task in its terminal state, which may be another one than canceled.
 */
export async function cancelTask(
  core: AgentCore,
  runs: Runs,
  { id, call }: Pick<CancelTaskRequest, "id"> & { readonly call: CallContext },
): Promise<Task> {
  const scope = core.scopeOf(call);
  for (;;) {
    const stored = await findTask(core, scope, id);
    const { state } = stored.task.status;
    if (core.states.isTerminal(state)) throw core.errors.taskNotCancelable(id, state);
    const running = runs.get(id);
    if (running !== undefined) await running.cancel();
    else if (core.states.isInterrupted(state)) await end(core, stored);
    else if (await takeWaiting(core, id)) await endWaiting(core, stored);
    else await endElsewhere(core, stored);
    const ended = await findTask(core, scope, id);
    // Otherwise another message has put it back to work.
    if (core.states.isTerminal(ended.task.status.state)) return answerTask(core, ended, { call });
  }
}

/** Ends an interrupted task. */
async function end(core: AgentCore, stored: StoredTask): Promise<void> {
  await write(core, stored, (state) => core.states.isInterrupted(state));
}

/** Whether a task waited for its first turn, which it will not have. */
async function takeWaiting(core: AgentCore, id: string): Promise<boolean> {
  const { store, leases } = core;
  try {
    return (await store.queue?.take(id, leases?.ms)) === true;
  } catch (error) {
    throw toStoreError(core, error, id);
  }
}

/** Ends a task that has waited for its first turn. */
async function endWaiting(core: AgentCore, stored: StoredTask): Promise<void> {
  await write(core, stored, (state) => !core.states.isTerminal(state));
}

/** Asks another process to stop its work on a task, and ends the task if that does not happen in time. */
async function endElsewhere(core: AgentCore, stored: StoredTask): Promise<void> {
  const { id } = stored.task;
  const { stopMs, pollMs, entries } = core.limits;
  const log = openLog(core, stored);
  const { isTerminal, isInterrupted } = core.states;
  if (log.version < entries) {
    const at = statusTime();
    try {
      await log.write(() =>
        isTerminal(log.state) || isInterrupted(log.state) ? [] : [{ cancelRequest: { at } }],
      );
    } catch (error) {
      throw toLogError(core, error, id);
    }
  }
  const controller = new AbortController();
  // The process polls for the request, and then gives its author time to stop.
  const stopTimer = startTimer(stopMs + 2 * pollMs, () => controller.abort());
  try {
    const { version, state } = log;
    const { signal } = controller;
    const updates = followTask(core, { taskId: id, version, state, ends: isTerminal, signal });
    while ((await updates.next()).done !== true);
  } finally {
    stopTimer();
  }
  await write(core, await findTask(core, stored.scope, id), (state) => !isTerminal(state));
}

async function write(
  core: AgentCore,
  stored: StoredTask,
  isWanted: (state: TaskState) => boolean,
): Promise<void> {
  const { id: taskId, contextId = "" } = stored.task;
  const log = openLog(core, stored);
  try {
    await log.write((): readonly TaskEntry[] =>
      isWanted(log.state)
        ? [statusEntry({ taskId, contextId, least: log.status.timestamp }, TaskState.Canceled)]
        : [],
    );
  } catch (error) {
    throw toLogError(core, error, taskId);
  }
}

import { onAbort } from "../../core/on-abort.ts";
import { type CallContext, CallError } from "../../service/index.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import type { StreamResponse, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { TaskLog } from "./task-log.ts";

/** Where a follower of a task begins: after a version, at which the task had a state. */
export interface FollowInit {
  readonly taskId: string;
  readonly version: number;
  readonly state: TaskState;
  /** Whether nothing more is told after a state. */
  readonly ends: (state: TaskState) => boolean;
  readonly signal: AbortSignal;
}

/** An update of a task, and the version that it makes. */
export interface TaskUpdate {
  readonly event: StreamResponse;
  readonly version: number;
}

/** Entries that are read at a time. */
const pageSize = 1000;

/**
 * The updates of a task as its log has them, those that are there already first. Ends when the task is in
 * a state that ends it, and when the signal is aborted; fails with TaskNotFoundError when the task is gone.
 */
export async function* followTask(
  core: AgentCore,
  { taskId, version: after, state: first, ends, signal }: FollowInit,
): AsyncGenerator<TaskUpdate, void, undefined> {
  let version = after;
  let state = first;
  let mayBeMore = false;
  // What was written together counts together: a state in the middle of it ends nothing.
  while (mayBeMore || !ends(state)) {
    const isLast = signal.aborted;
    let entries: readonly TaskEntry[];
    try {
      entries = await core.store.entries(taskId, version, pageSize);
      if (entries.length === 0 && !mayBeMore && !isLast) await core.changes.next(taskId, version, signal);
    } catch (error) {
      // The store may be closed by now.
      if (isLast) return;
      throw toStoreError(core, error, taskId);
    }
    mayBeMore = entries.length === pageSize;
    for (const entry of entries) {
      version++;
      if ("statusUpdate" in entry) {
        state = entry.statusUpdate.status.state;
        // Whoever passes the event on may add to it: the log has its own.
        yield { event: { statusUpdate: { ...entry.statusUpdate } }, version };
      } else if ("artifactUpdate" in entry) {
        yield { event: { artifactUpdate: { ...entry.artifactUpdate } }, version };
      }
    }
    // What the closing of the agent made of the task is told as well.
    if (isLast && !mayBeMore) return;
  }
}

/** Where a call begins to follow a task. */
export interface FollowCallInit extends Omit<FollowInit, "signal"> {
  readonly call: Pick<CallContext, "signal">;
  /** Where this process is at work on the task. */
  readonly log: TaskLog | undefined;
}

/**
 * The updates of a task for a call, until the call or the agent ends. Fails with INTERNAL when the store
 * does not take what this process writes: nothing would follow.
 */
export async function* followForCall(
  core: AgentCore,
  { call, log, ...init }: FollowCallInit,
): AsyncGenerator<StreamResponse, void, undefined> {
  const { signal, stop } = followSignal(core, call);
  const stopListening = log?.onLost(stop);
  try {
    for await (const { event } of followTask(core, { ...init, signal })) yield event;
    if (log !== undefined) checkLost(log, call);
  } finally {
    stopListening?.();
    stop();
  }
}

/** Fails with INTERNAL when nothing more will be known of a task, and somebody still wants to. */
export function checkLost({ isLost }: TaskLog, call: Pick<CallContext, "signal">): void {
  // The hook was told why. A call makes its signal when it is asked for: only where it is needed.
  if (isLost && !call.signal.aborted) throw new CallError("INTERNAL", "internal error");
}

/** A signal that is aborted with the call and with the agent; `stop` when it is not needed any more. */
export function followSignal(
  core: AgentCore,
  { signal }: Pick<CallContext, "signal">,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const stops = [onAbort(signal, abort), onAbort(core.closed, abort)];
  return {
    signal: controller.signal,
    stop() {
      for (const stop of stops) stop();
      abort();
    },
  };
}

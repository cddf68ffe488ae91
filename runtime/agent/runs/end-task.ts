import { CallError } from "../../service/index.ts";
import { isTaskStoreError } from "../contract/task-store.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorError } from "../log/task-entries.ts";
import { StoreFailure } from "../log/task-log.ts";
import { failureEntry, stopEntry } from "./run-entries.ts";
import type { RunState } from "./run-state.ts";
import type { Stop } from "./stop-order.ts";
import { toStatusText } from "./task-failure.ts";

/** Ends a task whose work was stopped, unless it has ended or may wait for its client. */
export async function finishTask(run: RunState, stop: Stop): Promise<void> {
  const { log } = run;
  const { states } = run.core;
  if (log === undefined) return;
  run.isClosed = true;
  await log.write(() => {
    if (run.isOver || states.isTerminal(log.state)) return [];
    // A task may wait for its client though nobody is at work on it.
    const isLeft = stop.state !== TaskState.Canceled && states.isInterrupted(log.state);
    return isLeft ? [] : [stopEntry(run, stop)];
  });
  run.isOver = true;
}

/** Fails a task, with a status that says nothing of the error. Never rejects. */
export async function failTask(run: RunState, error: unknown): Promise<void> {
  const { log } = run;
  const { first } = run.order;
  if (run.isOver || log === undefined) return;
  if (first !== undefined && !(error instanceof StoreFailure)) {
    // What an author throws that was told to stop says nothing new.
    if (error instanceof AuthorError) run.report(error);
    try {
      await finishTask(run, first);
    } catch (cause) {
      loseTask(run, cause);
    }
    return;
  }
  run.isClosed = true;
  run.report(error);
  run.turn.abort(new CallError("ABORTED", "the task has failed"));
  if (isTaskStoreError(error, "missing")) return;
  try {
    await log.write(() => {
      if (run.isOver || run.core.states.isTerminal(log.state)) return [];
      return [failureEntry(run, log, toStatusText(error))];
    });
  } catch (cause) {
    loseTask(run, cause);
  }
}

/** The store does not take the last word: nobody of this process will tell how the task ended. */
export function loseTask(run: RunState, error: unknown): void {
  run.isLost = !isTaskStoreError(error, "missing");
  run.report(error);
}

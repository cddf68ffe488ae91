import type { Task } from "../generated/lf/a2a/v1/a2a_types.ts";

/** A copy of a task with the latest `length` messages; 0 for no `history`, undefined for all (3.2.4). */
export function showTask(task: Task, length: number | undefined): Task {
  const { history } = task;
  if (history === undefined || length === undefined) return { ...task };
  if (length <= 0) {
    const { history: _, ...rest } = task;
    return rest;
  }
  return history.length <= length ? { ...task } : { ...task, history: history.slice(-length) };
}

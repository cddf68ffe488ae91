import type { Task } from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * A task with the latest `length` messages of its history: all of them when it is undefined, and no
 * `history` at all when it is 0 (section 3.2.4). The task itself is not changed.
 */
export function showTask(task: Task, length: number | undefined): Task {
  const { history } = task;
  if (history === undefined || length === undefined) return { ...task };
  if (length <= 0) {
    const { history: _, ...rest } = task;
    return rest;
  }
  return history.length <= length ? { ...task } : { ...task, history: history.slice(-length) };
}

import type { TaskEntry } from "../contract/task-entry.ts";
import type { Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { TaskFold } from "./task-fold.ts";

/**
 * The task after one more entry of its log (section 3.2); neither argument is changed. It copies the
 * lists of the task: use `foldEntries` for many entries, and a `TaskFold` for one after another.
 */
export function foldEntry(task: Task, entry: TaskEntry): Task {
  return foldEntries(task, [entry]);
}

/** The task after entries of its log, oldest first; the arguments are not changed. */
export function foldEntries(task: Task, entries: Iterable<TaskEntry>): Task {
  const fold = new TaskFold(task);
  for (const entry of entries) fold.add(entry);
  return fold.toTask();
}

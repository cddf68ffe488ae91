import { StreamProgress } from "../../service/stream-progress.ts";
import { rulesOf, type TaskCallOptions } from "./task-calls.ts";

/** Whether a task is at work, waits for its caller, or has ended. */
export type TaskPhase = "working" | "waiting" | "ended";

/** The phase of a task, in any version. Throws a TypeError for a client that `follow` does not take. */
export function phaseOf(
  client: object,
  task: object,
  options: Pick<TaskCallOptions, "service"> = {},
): TaskPhase {
  const rules = rulesOf(client, options);
  const progress = new StreamProgress(rules);
  const { eventTag, snapshot } = rules;
  progress.add(eventTag === undefined && snapshot !== undefined ? { [snapshot.event]: task } : task);
  if (progress.isComplete) return "ended";
  return progress.isUnfinished ? "working" : "waiting";
}

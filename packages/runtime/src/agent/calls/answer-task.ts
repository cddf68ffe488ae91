import type { CallContext } from "../../service/index.ts";
import type { StoredTask } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import type { Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { countTask, type TaskCount } from "../log/count-task.ts";
import { showTask } from "./history.ts";

/** How much of a task is asked for, in any version. */
export interface Lengths {
  readonly historyLength?: number;
  /** Of clients that count. */
  readonly timelineLength?: number;
}

/** A task as its client sees it: with generations and timeline for one that counts changes. */
export async function answerTask(
  core: AgentCore,
  { task, version }: Pick<StoredTask, "task" | "version">,
  { call, lengths = {}, count }: AnswerInit,
): Promise<Task> {
  const shown = showTask(task, lengths.historyLength);
  if (!core.counts(call)) return shown;
  const counted = count ?? (await countTask(core, task.id, version));
  return counted.show(task, shown, lengths.timelineLength);
}

interface AnswerInit {
  readonly call: CallContext;
  readonly lengths?: Lengths | undefined;
  /** The count of the task at its version, if it is known. */
  readonly count?: TaskCount | undefined;
}

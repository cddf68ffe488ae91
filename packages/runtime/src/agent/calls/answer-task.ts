import { setAnswerKey } from "../../service/answer-key.ts";
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
  const { historyLength, timelineLength } = lengths;
  if (!core.counts(call)) return setAnswerKey(shown, JSON.stringify([task.id, version, historyLength]));
  const counted = count ?? (await countTask(core, task.id, version));
  const key = JSON.stringify([task.id, version, historyLength, timelineLength, counted.generation]);
  return setAnswerKey(counted.show(task, shown, timelineLength), key);
}

interface AnswerInit {
  readonly call: CallContext;
  readonly lengths?: Lengths | undefined;
  /** The count of the task at its version, if it is known. */
  readonly count?: TaskCount | undefined;
}

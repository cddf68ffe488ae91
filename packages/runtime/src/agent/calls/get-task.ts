import type { CallContext } from "../../service/index.ts";
import { type AgentCore, findTask, toStoreError } from "../core/agent-core.ts";
import type { GetTaskRequest, Task } from "../generated/lf/a2a/v1/a2a_types.ts";
import { addEntries, countTask } from "../log/count-task.ts";
import { followSignal } from "../log/follow-task.ts";
import { answerTask, type Lengths } from "./answer-task.ts";

/** A request of 1.1, whose client may know a generation. */
type CountingRequest = GetTaskRequest &
  Lengths & {
    readonly currentGeneration?: string;
  };

/**
 * The task as it is now. A client that names the generation that it knows waits until the task is beyond it,
 * has ended, or the time is up.
 */
export async function getTask(core: AgentCore, request: GetTaskRequest, call: CallContext): Promise<Task> {
  const { id, currentGeneration, ...lengths }: CountingRequest = request;
  const scope = core.scopeOf(call);
  const stored = await findTask(core, scope, id);
  if (!core.counts(call)) return answerTask(core, stored, { call, lengths });
  const count = await countTask(core, id, stored.version);
  const isNews = (): boolean =>
    currentGeneration === undefined || count.generation > Number(currentGeneration);
  if (isNews() || core.states.isTerminal(stored.task.status.state)) {
    return answerTask(core, stored, { call, lengths, count });
  }
  const { signal, stop } = followSignal(core, call);
  const takeBack = core.holds.add(stop);
  let { version } = stored;
  try {
    while (!isNews() && !signal.aborted) {
      await core.changes.next(id, version, signal);
      const entries = await core.store.entries(id, version);
      for (const entry of entries) count.add(entry);
      version += entries.length;
    }
  } catch (error) {
    throw toStoreError(core, error, id);
  } finally {
    takeBack();
    stop();
  }
  const now = await findTask(core, scope, id);
  await addEntries(core, count, { id, from: version, version: now.version });
  return answerTask(core, now, { call, lengths, count });
}

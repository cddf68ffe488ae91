import type { NewTask } from "../contract/task-store.ts";
import { readTask, toStoreError } from "../core/agent-core.ts";
import { type Measured, measure } from "../core/copy-measured.ts";
import { statusTime } from "../core/status-time.ts";
import { type Message, type Task, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { checkRoom, type ReadTask, tooLarge } from "../log/open-log.ts";
import { toReply } from "../log/task-entries.ts";
import type { TaskLog } from "../log/task-log.ts";
import { claimEntries } from "./run-entries.ts";
import type { RunState } from "./run-state.ts";
import type { Outcome } from "./running-task.ts";

/** How a task comes to exist. */
export interface Beginning {
  readonly repeat: NewTask["repeat"];
  /** Runs once the task exists and before it is worked on; when it fails there is no task. */
  readonly prepare: ((taskId: string, version: number) => Promise<void>) | undefined;
}

/** Makes the task of a run; the identifier of the one that the same message has made already, if so. */
export async function createTask(
  { core, place, init }: RunState,
  { repeat, prepare }: Beginning,
): Promise<{ readonly created: ReadTask } | { readonly existing: string }> {
  const { store, limits } = core;
  const { taskId, contextId, scope } = place;
  const task: Task = {
    id: taskId,
    contextId,
    status: { state: TaskState.Submitted, timestamp: statusTime() },
    history: [init.request.message],
  };
  const size = measure(task);
  if (size > limits.size) throw tooLarge(core);
  let existing: string | undefined;
  try {
    ({ existing } = await store.create({
      task,
      scope,
      ...(repeat === undefined ? {} : { repeat }),
      ...(core.holding === undefined ? {} : { holdMs: core.holding.ms }),
    }));
  } catch (error) {
    throw toStoreError(core, error, undefined);
  }
  if (existing !== undefined) return { existing };
  if (prepare !== undefined) {
    try {
      await prepare(taskId, 0);
    } catch (error) {
      await store.delete(taskId);
      throw error;
    }
  }
  return { created: { task, version: 0, size } };
}

/** Takes a task that waits for this process; undefined when somebody else has it. */
export async function continueTask(
  run: RunState,
  log: TaskLog,
  { prepare }: Beginning,
): Promise<(Outcome & { readonly kind: "task" }) | undefined> {
  const { states, errors } = run.core;
  const { taskId } = run.place;
  const size = measure(run.init.request.message);
  await prepare?.(taskId, log.version);
  let isTaken = false;
  try {
    await log.write(
      () => {
        isTaken = false;
        if (states.isTerminal(log.state)) throw errors.taskEnded(taskId, log.state);
        if (run.isOver || !states.isInterrupted(log.state)) return [];
        checkRoom(run.core, log, size);
        isTaken = true;
        return claimEntries(run);
      },
      { size },
    );
  } catch (error) {
    throw run.toCallError(error);
  }
  if (!isTaken) return undefined;
  return { kind: "task", taskId, beginning: await readTask(run.core, taskId), log };
}

/** A reply to a message makes no task; where there is one, its history keeps both. */
export async function keepReply(run: RunState, answer: unknown): Promise<Message> {
  const { core, place, log } = run;
  const { taskId, contextId } = place;
  let reply: Measured<Message>;
  try {
    reply = toReply(answer, log === undefined ? { contextId } : place, run.check);
  } catch (error) {
    core.report(error, { taskId: log === undefined ? undefined : taskId, activity: "execute" });
    throw core.errors.invalidAnswer(error);
  }
  const message = reply.value;
  if (log === undefined) return message;
  try {
    await log.write(
      () => {
        if (!core.states.isInterrupted(log.state)) return [];
        return [{ message: run.init.request.message }, { message }];
      },
      { size: reply.size },
    );
  } catch (error) {
    throw run.toCallError(error);
  }
  return message;
}

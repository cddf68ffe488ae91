import type { TaskEntry } from "../contract/task-entry.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorError, type EventEntry, statusEntry } from "../log/task-entries.ts";
import type { TaskLog } from "../log/task-log.ts";
import type { RunState } from "./run-state.ts";
import type { Stop } from "./stop-order.ts";
import { hasFailed, LimitError } from "./task-failure.ts";

/** The entries by which a message takes up a task that waits for it. */
export function claimEntries({ place, init }: Pick<RunState, "place" | "init">): readonly TaskEntry[] {
  const { stored, request } = init;
  const least = stored?.task.status.timestamp;
  // The state first: the question that it was goes to the history before its answer.
  return [statusEntry(place, TaskState.Working, { least }), { message: request.message }];
}

/** The entry by which a task that waits goes back to work. */
export function resumeEntries(run: RunState, log: TaskLog): readonly TaskEntry[] {
  if (!run.core.states.isInterrupted(log.state)) return [];
  run.resting = log.state;
  return [statusEntry(run.place, TaskState.Working, { least: log.status.timestamp })];
}

/** What is written of an author's event. Throws a LimitError or an AuthorError for one that may not come now. */
export function eventEntries(
  run: RunState,
  log: TaskLog,
  { entry, size }: { readonly entry: EventEntry; readonly size: number },
): readonly TaskEntry[] {
  const { states, limits } = run.core;
  if (run.isOver) return [];
  if (log.version >= limits.entries) {
    throw new LimitError(`the task has ${log.version} entries, its limit`);
  }
  if (log.size + size > limits.size) {
    throw new LimitError(`the task has more than ${limits.size} UTF-16 code units, its limit`);
  }
  if (!("statusUpdate" in entry)) return [entry];
  const { state } = entry.statusUpdate.status;
  if (!states.mayFollow(log.state, state)) {
    throw new AuthorError(`execute: a task in the state ${log.state} cannot go to ${state}`);
  }
  run.resting = undefined;
  if (!states.isInterrupted(state)) return [entry];
  // Nobody is to see it wait for a client that does not want it any more, or for what is there already.
  const { first } = run.order;
  if (first?.state === TaskState.Canceled) return [entry, stopEntry(run, first)];
  if (run.waiting.length === 0) return [entry];
  run.resting = state;
  const least = entry.statusUpdate.status.timestamp;
  return [entry, statusEntry(run.place, TaskState.Working, { least })];
}

/** The last word on a task whose work was stopped. */
export function stopEntry({ place, log }: RunState, { state, text }: Stop): EventEntry {
  const least = log?.status.timestamp;
  return statusEntry(place, state, text === undefined ? { least } : { text, least });
}

/** The status of a task that fails. */
export function failureEntry({ place, core }: RunState, log: TaskLog, text: string): EventEntry {
  const least = log.status.timestamp;
  const entry = statusEntry(place, TaskState.Failed, { text, least });
  // The text of an author's error may be nothing that can be sent: half of a character, or no text at all.
  if (core.codec.is(entry)) return entry;
  return statusEntry(place, TaskState.Failed, { text: hasFailed, least });
}

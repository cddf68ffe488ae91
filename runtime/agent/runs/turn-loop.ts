import { readTask } from "../core/agent-core.ts";
import { statusTime } from "../core/status-time.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { AuthorError, statusEntry, toEntry, toReply } from "../log/task-entries.ts";
import type { TaskLog } from "../log/task-log.ts";
import { type Events, isEvents } from "./author-calls.ts";
import { failTask, finishTask } from "./end-task.ts";
import { nextMacrotask } from "./next-macrotask.ts";
import { eventEntries, resumeEntries } from "./run-entries.ts";
import type { RunState } from "./run-state.ts";
import { toReadable } from "./task-failure.ts";

/** Events after which the event loop has a turn. */
const eventsPerTurn = 32;

/** Turn after turn, until there is no message any more. Never rejects. */
export async function runTurns(run: RunState, log: TaskLog, first: Events): Promise<void> {
  try {
    // The store may have taken so long that the time to stop is over, and nobody would look again.
    if (run.order.first !== undefined) await finishTask(run, run.order.first);
    let events: Events | undefined = run.isOver ? undefined : first;
    for (; events !== undefined; events = await nextTurn(run, log)) {
      await drain(run, log, events);
      if (run.core.states.isTerminal(log.state)) break;
    }
  } catch (error) {
    await failTask(run, toReadable(error));
  }
}

/** Writes the events of a turn as they come. */
async function drain(run: RunState, log: TaskLog, events: Events): Promise<void> {
  const { check, author } = run;
  const place = { ...run.place, least: log.status.timestamp };
  const iterator = author.open(events);
  for (let count = 1; ; count++) {
    const step = await iterator.next();
    if (run.isOver) return;
    if (step.done === true) {
      author.close();
      return;
    }
    if (run.core.states.isTerminal(log.state)) {
      throw new AuthorError(`execute: an event came after the state ${log.state}, which is terminal`);
    }
    place.least = log.status.timestamp;
    const { value: entry, size } = toEntry(step.value, place, check);
    await log.write(() => eventEntries(run, log, { entry, size }), { size });
    if (run.isOver) return;
    if (count % eventsPerTurn === 0) await nextMacrotask();
  }
}

/** Ends a turn; the events of the next one, or undefined when there is none. */
async function nextTurn(run: RunState, log: TaskLog): Promise<Events | undefined> {
  const { order, waiting, place } = run;
  const { states } = run.core;
  while (!run.isOver) {
    if (order.first !== undefined) {
      await finishTask(run, order.first);
      return undefined;
    }
    let isWanted = false;
    await log.write(() => {
      isWanted = false;
      run.isClosed = false;
      if (run.isOver) return [];
      isWanted = waiting.length > 0 && !states.isTerminal(log.state);
      if (isWanted) return resumeEntries(run, log);
      run.isClosed = true;
      if (states.isAtRest(log.state)) return [];
      return [statusEntry(place, TaskState.Completed, { least: log.status.timestamp })];
    });
    const request = isWanted ? waiting.shift() : undefined;
    if (request === undefined) return undefined;
    const stored = await readTask(run.core, place.taskId);
    run.beginTurn(request, stored?.task);
    if (order.first !== undefined) continue;
    const answer = await run.author.ask(run.turn);
    if (isEvents(answer)) return answer;
    await takeReply(run, log, answer);
  }
  return undefined;
}

/** Nobody waits for the reply to a message that came while a turn was at work: it goes into the task. */
async function takeReply(run: RunState, log: TaskLog, answer: unknown): Promise<void> {
  const { taskId, contextId } = run.place;
  const { value: message, size } = toReply(answer, run.place, run.check);
  await log.write(
    () => {
      if (run.isOver || run.core.states.isTerminal(log.state)) return [];
      if (run.waiting.length > 0) return [{ message }];
      const state = run.resting ?? TaskState.Completed;
      const timestamp = statusTime(log.status.timestamp);
      return [{ statusUpdate: { taskId, contextId, status: { state, message, timestamp } } }];
    },
    { size },
  );
}

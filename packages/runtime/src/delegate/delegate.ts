import type { AgentEvent, Turn } from "../agent/contract/execute.ts";
import { type Message, TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { phaseOf } from "../client/tasks/task-phase.ts";
import { onAbort } from "../core/on-abort.ts";
import { onLeave } from "../core/on-leave.ts";
import { textOf } from "../parts/part-content.ts";
import { cancelUnwanted } from "./cancel-unwanted.ts";
import { DelegateError } from "./delegate-error.ts";
import { KeptDelegate } from "./delegate-record.ts";
import {
  callWith,
  type DelegatedMessage,
  type DelegateOptions,
  type Delegation,
  firstMessageId,
} from "./delegation.ts";
import { findBegun } from "./find-begun.ts";
import { askAs, waitFor } from "./question.ts";
import { nameOf, type RemoteAgent, type RemoteEvent, type RemoteTask } from "./remote-agent.ts";
import { askOnce, followAll, nextRequest } from "./remote-calls.ts";
import { toShownEvents } from "./shown-events.ts";

/** What a remote agent has answered. */
export interface Delegated {
  /**
   * The texts of its artifacts; without any, that of the message with which its task was completed, or of the
   * message that is its whole answer.
   */
  readonly text: string;
  /** Completed; undefined for an answer without a task. */
  readonly task: RemoteTask | undefined;
  /** The message that is its whole answer. */
  readonly message: Message | undefined;
}

/**
 * Gives work to a remote agent, and yields what it does as events of the turn's task: `yield*` it in
 * `execute`.
 *
 * The remote task is begun once for a key of a task, whatever ends and begins again: turns after it, and a
 * resumable agent in another process, take it up where it is. It is canceled with the turn's task, and when
 * the generator is left before its end.
 *
 * Returns the answer; or undefined where the remote agent waits for an answer or credentials, or with `wakes`
 * is still at work. The task then waits too: end the turn, and delegate the same in the next one, in which
 * the client's answer goes to the agent that has asked. Throws a DelegateError for a remote task that has not
 * been completed, and the errors of `follow`.
 */
export function delegate(
  turn: Turn,
  key: string,
  agent: RemoteAgent,
  message: DelegatedMessage,
  options: DelegateOptions = {},
): AsyncGenerator<AgentEvent, Delegated | undefined, undefined> {
  const left = new AbortController();
  const delegation = { turn, key, agent, message, options, left };
  return onLeave(run(delegation), () =>
    left.abort(new Error("nobody reads the events of the remote task any more")),
  );
}

async function* run(delegation: Delegation): AsyncGenerator<AgentEvent, Delegated | undefined, undefined> {
  const { turn, key, agent, options, left } = delegation;
  const kept = await KeptDelegate.open(turn, key);
  const { reply, isDone, taskId } = kept.record;
  if (reply !== undefined) return answerOf(reply);
  if (isDone === true && taskId !== undefined) {
    return resultOf(await agent.client.getTask({ id: taskId } as never, callWith(options, turn.signal)));
  }
  // Begun by a process that ended before it could keep the task.
  if (taskId === undefined && turn.attempt > 1) {
    const begun = await findBegun(agent.client, firstMessageId(delegation), callWith(options, turn.signal));
    if (begun !== undefined) await keepBegun(kept, begun, undefined);
  }
  const { request, answered } = await withoutEnded(delegation, kept);
  const shown = { artifacts: options.showArtifacts !== false, progress: options.showProgress !== false };
  const stopListening = onAbort(turn.signal, () => left.abort(turn.signal.reason));
  let task: RemoteTask | undefined;
  let hasEnded = false;
  try {
    for await (const next of options.wakes === undefined
      ? followAll(delegation, request)
      : askOnce(delegation, request, options.wakes)) {
      // A client of 1.0, or one whose messages have the members of 1.0.
      const event = next.event as RemoteEvent;
      const before = task;
      task = next.task;
      if (task === undefined) {
        hasEnded = true;
        if (event.message === undefined) continue;
        kept.set({ reply: event.message });
        return answerOf(event.message);
      }
      if (before?.id !== task.id) await keepBegun(kept, task, answered);
      for (const each of toShownEvents(event, { turn, key, shown, before })) yield each;
    }
    if (task === undefined) throw new TypeError(`delegate: ${JSON.stringify(key)}: expected a task`);
    const { service } = options;
    const phase = phaseOf(agent.client, task, service === undefined ? {} : { service });
    hasEnded = phase !== "working" || options.wakes !== undefined;
    if (phase === "working" && hasEnded) {
      yield waitFor(agent);
      return undefined;
    }
    if (phase === "ended") {
      if (task.status.state !== TaskState.Completed) throw new DelegateError(nameOf(agent), task);
      kept.set({ isDone: true });
      return resultOf(task);
    }
    const { event, asked } = askAs(key, agent, task);
    kept.set({ asked });
    yield event;
    return undefined;
  } finally {
    stopListening();
    if (!hasEnded) await cancelUnwanted(delegation, kept.record.taskId);
  }
}

/** What is sent next: no answer to a remote task that others have ended meanwhile, which would refuse it. */
async function withoutEnded(
  delegation: Delegation,
  kept: KeptDelegate,
): Promise<ReturnType<typeof nextRequest>> {
  const { agent, options, turn } = delegation;
  const next = nextRequest(delegation, kept);
  const { taskId } = kept.record;
  if (next.answered === undefined || taskId === undefined) return next;
  const task = await agent.client.getTask({ id: taskId } as never, callWith(options, turn.signal));
  const { service } = options;
  const phase = phaseOf(agent.client, task, service === undefined ? {} : { service });
  return phase === "ended" ? { request: { id: taskId } } : next;
}

async function keepBegun(
  kept: KeptDelegate,
  { id, contextId }: RemoteTask,
  answered: string | undefined,
): Promise<void> {
  const { record } = kept;
  if (record.taskId === id && answered === undefined) return;
  await kept.keep({
    taskId: id,
    ...(contextId !== undefined && { contextId }),
    ...(answered !== undefined && { answered, asked: [] }),
  });
}

function answerOf(message: Message): Delegated {
  return { text: textOf(message.parts), task: undefined, message };
}

function resultOf(task: RemoteTask): Delegated {
  const texts = (task.artifacts ?? []).map(({ parts }) => textOf(parts)).filter((text) => text !== "");
  const text = texts.length === 0 ? textOf(task.status.message?.parts ?? []) : texts.join("\n");
  return { text, task, message: undefined };
}

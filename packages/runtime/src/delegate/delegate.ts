import type { AgentEvent, Turn } from "../agent/contract/execute.ts";
import { type Message, Role, TaskState } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import { type FollowOptions, follow } from "../client/tasks/follow.ts";
import { phaseOf } from "../client/tasks/task-phase.ts";
import { onAbort } from "../core/on-abort.ts";
import { textOf } from "../parts/part-content.ts";
import type { CallOptions } from "../service/call-context.ts";
import { isCallError } from "../service/call-error.ts";
import { DelegateError } from "./delegate-error.ts";
import { KeptDelegate } from "./delegate-record.ts";
import { findBegun } from "./find-begun.ts";
import { answerFor, askAs, isAnswerTo, waitFor } from "./question.ts";
import { nameOf, type RemoteAgent, type RemoteEvent, type RemoteTask } from "./remote-agent.ts";
import { toShownEvents } from "./shown-events.ts";
import type { Wakes } from "./wakes.ts";

/** A message to a remote agent: a text, or parts and what else a message may have. */
export type DelegatedMessage =
  | string
  | (Pick<Message, "parts"> & Partial<Omit<Message, "messageId" | "role" | "taskId">>);

export interface DelegateOptions extends Pick<FollowOptions, "pollMs" | "service"> {
  /** Whether its artifacts become the task's, as `KEY-ARTIFACT`. Default: true. */
  readonly showArtifacts?: boolean;
  /** Whether its messages of progress become the task's. Default: true. */
  readonly showProgress?: boolean;
  /** Headers of the calls. */
  readonly headers?: FollowOptions["headers"];
  /**
   * Lets the turn end while the remote agent works: of `createWakes`. The task waits for input meanwhile; the
   * webhook of the remote agent, or a message of the client, begins the next turn.
   */
  readonly wakes?: Wakes;
  /** Gets the error of a remote task that could not be canceled. Default: `console.warn`. */
  readonly onCancelError?: (error: unknown) => void;
}

/** What a remote agent has answered. */
export interface Delegated {
  /** The texts of its artifacts, or of the message that is its answer. */
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
  const events = run({ turn, key, agent, message, options, left });
  const end = events.return.bind(events);
  // That of a generator waits for the event that is being read.
  return Object.assign(events, {
    return: (value: Delegated | undefined | PromiseLike<Delegated | undefined>) => {
      left.abort(new Error("nobody reads the events of the remote task any more"));
      return end(value);
    },
  });
}

interface Delegation {
  readonly turn: Turn;
  readonly key: string;
  readonly agent: RemoteAgent;
  readonly message: DelegatedMessage;
  readonly options: DelegateOptions;
  /** Aborted when the generator is left. */
  readonly left: AbortController;
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
  const { request, answered } = nextRequest(delegation, kept);
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

type Followed = AsyncIterable<{ readonly task: RemoteTask | undefined; readonly event: object }>;

function followAll({ agent, options, left }: Delegation, request: object): Followed {
  const { pollMs, service } = options;
  return follow(agent.client, request as never, {
    ...callWith(options, left.signal),
    ...(pollMs !== undefined && { pollMs }),
    ...(service !== undefined && { service }),
  });
}

function callWith({ headers }: DelegateOptions, signal: AbortSignal): CallOptions {
  return { signal, ...(headers !== undefined && { headers }) };
}

/** Sends a message with a webhook, or gets the task: its answer is the only event. */
async function* askOnce(
  { turn, key, agent: { client }, options, left: { signal } }: Delegation,
  request: object,
  wakes: Wakes,
): AsyncGenerator<{ readonly task: RemoteTask | undefined; readonly event: object }> {
  const call = callWith(options, signal);
  if (!("message" in request)) {
    const task = await client.getTask(request as never, call);
    yield { task, event: { task } };
    return;
  }
  // Under one identifier, so that each answer replaces it.
  const id = firstMessageId({ turn, key });
  const taskPushNotificationConfig = { id, ...(await wakes.webhookFor(turn.taskId, key)) };
  const configuration = { returnImmediately: true, taskPushNotificationConfig };
  const event = (await client.sendMessage({ ...request, configuration } as never, call)) as RemoteEvent;
  yield { task: event.task, event };
}

/** The message that begins the remote task or goes on with it, or the task to follow. */
function nextRequest(
  { turn, key, message }: Delegation,
  { record: { taskId, contextId, asked = [], answered } }: KeptDelegate,
): { readonly request: object; readonly answered?: string } {
  const role = Role.User;
  const { messageId } = turn.message;
  // An agent that does not stream is asked for its task from time to time.
  const configuration = { returnImmediately: true };
  if (taskId === undefined) {
    const content = typeof message === "string" ? { parts: [{ text: message }] } : message;
    return {
      request: { message: { ...content, messageId: firstMessageId({ turn, key }), role }, configuration },
    };
  }
  if (answered === messageId || !isAnswerTo(turn, key)) return { request: { id: taskId } };
  const parts = answerFor(turn, asked);
  const answer = { messageId: `${messageId}-${key}`, role, taskId, ...(contextId && { contextId }), parts };
  return { request: { message: answer, configuration }, answered: messageId };
}

/** The same however often a process ends before it has kept the task. */
function firstMessageId({ turn, key }: Pick<Delegation, "turn" | "key">): string {
  return `${turn.taskId}-${key}`;
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
  const texts = (task.artifacts ?? []).map(({ parts }) => textOf(parts));
  return { text: texts.filter((text) => text !== "").join("\n"), task, message: undefined };
}

/** Statuses of the reasons for which a turn ends and does not begin again. */
const ending = ["CANCELLED", "DEADLINE_EXCEEDED"];

/** Milliseconds for which an agent that does not answer holds up the end of the turn. */
const cancelMs = 5000;

/** Cancels a remote task unless another process goes on with the turn. */
async function cancelUnwanted(delegation: Delegation, known: string | undefined): Promise<void> {
  const { agent, key, options, left } = delegation;
  const { signal } = delegation.turn;
  const reason: unknown = signal.reason;
  if (signal.aborted && !(isCallError(reason) && ending.includes(reason.status))) return;
  // Without an answer to the first message, unless that was refused.
  if (known === undefined && !left.signal.aborted) return;
  const call = callWith(options, AbortSignal.timeout(cancelMs));
  let id = known;
  try {
    id ??= (await findBegun(agent.client, firstMessageId(delegation), call))?.id;
    if (id !== undefined) await agent.client.cancelTask({ id }, call);
  } catch (cause) {
    const name = JSON.stringify(nameOf(agent));
    const what = id === undefined ? "the task" : `the task ${id}`;
    const error = new Error(`delegate: ${key}: ${what} of ${name} was not canceled`, { cause });
    (options.onCancelError ?? console.warn)(error);
  }
}

import { onAbort } from "../../core/on-abort.ts";
import type { CallContext } from "../../service/index.ts";
import type { TaskUpdate } from "../contract/push-notifier.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { type AgentCore, hiddenStoreError, toStoreError } from "../core/agent-core.ts";
import { type Message, Role, type StreamResponse, type TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { isChange } from "../store/task-count.ts";
import { markEvent } from "./event-place.ts";
import type { TaskLog } from "./task-log.ts";

/** Where to begin: after a version, at which the task had a state. */
export interface FollowInit {
  readonly taskId: string;
  readonly version: number;
  readonly state: TaskState;
  /** Whether updates end after a state, at a version. */
  readonly ends: (state: TaskState, version: number) => boolean;
  readonly signal: AbortSignal;
  /** The generation of the task at the version, for events that say theirs. */
  readonly generation?: number | undefined;
  /** Whether a message of a client is an event, for clients that know such events. */
  readonly shows?: (message: Message) => boolean;
}

/** Entries read at a time. */
const pageSize = 1000;

/**
 * The updates of a task in the order of its log, beginning with those that exist already. Ends at a state
 * that `ends` them, and when the signal is aborted; fails with TaskNotFoundError once the task is deleted.
 */
export async function* followTask(
  core: AgentCore,
  { taskId, version: after, state: first, ends, signal, generation: counted, shows }: FollowInit,
): AsyncGenerator<TaskUpdate, void, undefined> {
  let version = after;
  let state = first;
  let generation = counted;
  let mayBeMore = false;
  /** Whether a page was read to its end, and the store has reported what follows it. */
  let isRead = false;
  // Entries that were written together count together: a state in their middle ends nothing.
  while (mayBeMore || !ends(state, version)) {
    const isLast = signal.aborted;
    let entries: readonly TaskEntry[];
    try {
      if (isRead && !isLast) await core.changes.next(taskId, version, signal);
      entries = await core.store.entries(taskId, version, pageSize);
      if (entries.length === 0 && !mayBeMore && !isLast) await core.changes.next(taskId, version, signal);
    } catch (error) {
      // The store may have been closed.
      if (isLast) return;
      throw toStoreError(core, error, taskId);
    }
    mayBeMore = entries.length === pageSize;
    isRead = core.store.changed !== undefined && entries.length > 0 && !mayBeMore;
    const lastUpdate = entries.findLastIndex(
      (entry) => "statusUpdate" in entry || "artifactUpdate" in entry || "metadataUpdate" in entry,
    );
    for (const [index, entry] of entries.entries()) {
      version++;
      const more = index < lastUpdate;
      if (generation !== undefined && isChange(entry)) generation++;
      const count = generation === undefined ? {} : { generation: String(generation) };
      if ("statusUpdate" in entry) {
        state = entry.statusUpdate.status.state;
        // A copy, since later stages may add to the event.
        yield { event: { statusUpdate: { ...entry.statusUpdate, ...count } }, version, more };
      } else if ("artifactUpdate" in entry) {
        yield { event: { artifactUpdate: { ...entry.artifactUpdate, ...count } }, version, more };
      } else if ("metadataUpdate" in entry) {
        yield { event: { statusUpdate: { ...entry.metadataUpdate, ...count } }, version, more };
      } else if ("message" in entry && generation !== undefined && shows?.(entry.message) === true) {
        const { message } = entry;
        const { contextId = "" } = message;
        const messageUpdate = { taskId, contextId, message, ...count };
        // An event of 1.1, which the types of the kit have not.
        yield { event: { messageUpdate } as unknown as StreamResponse, version, more };
      }
    }
    // Includes the entries that closing the agent wrote.
    if (isLast && !mayBeMore) return;
  }
}

/** Where a call begins to follow a task. */
export interface FollowCallInit extends Omit<FollowInit, "signal"> {
  readonly call: CallContext;
  /** The log of the task if this process is at work on it. */
  readonly log: TaskLog | undefined;
  /** Ends the updates after those that exist. */
  readonly until?: AbortSignal | undefined;
  /** Identifiers of messages that the client has sent on this stream, which it does not get back. */
  readonly own?: ReadonlySet<string>;
}

/**
 * The updates of a task for a call, until the call or the agent ends. Fails once the store has refused the
 * end of the task, after which no update would follow.
 */
export async function* followForCall(
  core: AgentCore,
  { call, log, until, own, ...init }: FollowCallInit,
): AsyncGenerator<StreamResponse, void, undefined> {
  const { signal, stop } = followSignal(core, call, until);
  const shows = ({ role, messageId }: Message): boolean => role === Role.User && own?.has(messageId) !== true;
  const stopListening = log?.onLost(stop);
  try {
    let before = init.version;
    for await (const { event, version } of followTask(core, { ...init, signal, shows })) {
      markEvent(call, before, version);
      before = version;
      yield event;
    }
    if (log !== undefined) checkLost(log, call);
  } finally {
    stopListening?.();
    stop();
  }
}

/**
 * Fails if a task is lost and its call still waits for it: with UNAVAILABLE if the store was out of reach.
 */
export function checkLost({ lost }: TaskLog, call: Pick<CallContext, "signal">): void {
  // The reason was reported. The signal of a call is made on demand: ask for it last.
  if (lost !== undefined && !call.signal.aborted) throw hiddenStoreError(lost.cause);
}

/** A signal that is aborted with the call and with the agent; call `stop` when it is no longer needed. */
export function followSignal(
  core: AgentCore,
  { signal }: Pick<CallContext, "signal">,
  until?: AbortSignal,
): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const stops = [signal, ...(until ? [until] : [])].map((each) => onAbort(each, abort));
  stops.push(onClose(core, abort));
  return {
    signal: controller.signal,
    stop() {
      for (const stop of stops) stop();
      abort();
    },
  };
}

/** A Worker refuses to one request what another one has made. */
function onClose({ closed }: AgentCore, listener: () => void): () => void {
  try {
    return onAbort(closed, listener);
  } catch (cause) {
    throw new Error(
      "createAgent: the agent was made in another request, and this runtime keeps requests apart; make it in a Durable Object, with toDurableObject of @a2agen/runtime/adapters",
      { cause },
    );
  }
}

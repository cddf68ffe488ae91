import type { JsonObject } from "../../core/index.ts";
import type { CallContext } from "../../service/index.ts";
import type {
  Artifact,
  Message,
  SendMessageConfiguration,
  Task,
  TaskStatus,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * What the author of an agent writes. It is called once for every message: the first one of a task and
 * each that follows while the task waits for its client, one after another for the same task.
 *
 * - An async iterable (an async generator function gives one) works on a task: its events are appended
 *   to the task as they come. When it ends and the state is neither terminal nor interrupted, the task
 *   is completed. When it throws, the task fails.
 * - A promise of a reply answers with a message and makes no task. A promise of an async iterable
 *   checks the request first: what it throws is the error of the call, and no task is made either.
 *
 * A task that waits for its client goes back to work when a message for it is taken; a promise leaves it
 * waiting until it has come, and a reply leaves it waiting altogether, with both messages in its history.
 * Messages that come while a turn is at work have their turns afterwards: a reply to one of them goes
 * into the status of the task, and what is thrown makes the task fail, for nobody waits for the call.
 */
export type Execute = (turn: Turn) => AsyncIterable<AgentEvent> | Promise<Reply | AsyncIterable<AgentEvent>>;

/** One message to the agent, and all that belongs to it. */
export interface Turn {
  /** With `contextId`, and with `taskId` when it continues a task. */
  readonly message: Message;
  /** The texts of the message's parts, joined with newlines. */
  readonly text: string;
  /** Of the task that this turn works on, or would begin. */
  readonly taskId: string;
  readonly contextId: string;
  /** The task as it is when the turn begins, this message in its history; undefined when the message begins it. */
  readonly task: Task | undefined;
  /** Metadata of the request. */
  readonly metadata: JsonObject;
  /** Media types that the client can take; empty when it does not say. */
  readonly acceptedOutputModes: readonly string[];
  readonly configuration: SendMessageConfiguration;
  /** Who calls, over what, with which extensions. Its signal is the call's: a turn outlives its call. */
  readonly call: CallContext;
  /**
   * Aborted when the task is canceled or failed by somebody else, the time of the turn is up, or the agent
   * closes; the reason is a CallError.
   */
  readonly signal: AbortSignal;
  /** The tasks that the message refers to, as far as its sender may see them. */
  references(): Promise<readonly Task[]>;
  /** The other tasks of the context that the sender may see, the latest first, at most `limit` (20). */
  siblings(limit?: number): Promise<readonly Task[]>;
}

/** What an agent tells of its task. Identifiers of task and context are filled in. */
export type AgentEvent = StatusEvent | ArtifactEvent;

export interface StatusEvent {
  readonly status: Omit<TaskStatus, "message" | "timestamp"> & {
    /** A text, or a message; its identifiers and role are filled in. */
    readonly message?: string | Reply;
  };
  readonly metadata?: JsonObject;
  readonly artifact?: never;
}

export interface ArtifactEvent {
  readonly artifact: Artifact;
  /** Whether the parts go on an artifact of the same identifier that is there. */
  readonly append?: boolean;
  readonly lastChunk?: boolean;
  readonly metadata?: JsonObject;
  readonly status?: never;
}

/** A message of the agent. What is left out is filled in: identifiers, and the role. */
export type Reply =
  | string
  | (Pick<Message, "parts"> & Partial<Omit<Message, "parts" | "role">> & { readonly role?: "ROLE_AGENT" });

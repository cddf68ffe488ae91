import type { JsonObject, JsonValue } from "../../core/index.ts";
import type { DataRead, DataWritten, ParamsOf } from "../../extensions/named-extensions.ts";
import type { CallContext } from "../../service/index.ts";
import type { A2A10Types, AuthorTypes } from "./author-types.ts";
import type { TurnMemory, TurnState } from "./turn-state.ts";

/**
 * The author's code of an agent. It is called once for each message, the first one of a task and all that
 * follow, and for one message of a task at a time.
 *
 * - An async iterable (from an async generator function) works on a task: its events are appended to the
 *   task as they come. If it ends in a state that is neither terminal nor interrupted, the task is
 *   completed. If it throws, the task fails.
 * - A promise of a reply answers with a message and makes no task. A promise of an async iterable can check
 *   the request first: its rejection is the error of the call, and makes no task either.
 *
 * An interrupted task goes back to work with the next message for it, or, for a promise, once that resolves
 * to an async iterable; a reply leaves it interrupted, with both messages in its history. Messages that
 * arrive during a turn have their turns afterwards, when their calls have been answered already: a reply goes
 * into the status of the task, and an error fails the task.
 */
export type Execute<Types extends AuthorTypes = A2A10Types, Named = object> = (
  turn: Turn<Types, Named>,
) => AsyncIterable<AgentEvent<Types>> | Promise<Reply<Types> | AsyncIterable<AgentEvent<Types>>>;

/** The author's code of an agent with extensions: `ExecuteWith<typeof extensions>`. */
export type ExecuteWith<Named> = Execute<A2A10Types, Named>;

/** The agent's work on one message. */
export interface Turn<Types extends AuthorTypes = A2A10Types, Named = object> {
  /** With `contextId`, and with `taskId` when it continues a task. */
  readonly message: Types["message"];
  /** The texts of the message's parts, joined with newlines. */
  readonly text: string;
  /** The task that this turn works on, or would begin. */
  readonly taskId: string;
  /** The context of that task. */
  readonly contextId: string;
  /**
   * The task at the beginning of the turn, with this message in its history; undefined if the message begins
   * it. In a turn that begins again, with what was written before.
   */
  readonly task: Types["task"] | undefined;
  /**
   * Messages that clients send to the task while this turn is at work, as they come, with a client of 1.1 by
   * SendLiveMessage; unread ones get separate turns afterwards. Ends once none waits and no
   * client has a stream open on which it may send more, so at once for a message that was sent alone; throws
   * the reason of `signal` when that is aborted. Works once there is a task: in an async iterable.
   */
  readonly input: AsyncIterable<TurnInput<Types>>;
  /** Metadata of the request. */
  readonly metadata: JsonObject;
  /** Media types that the client accepts; empty if it does not say. */
  readonly acceptedOutputModes: readonly string[];
  /** Configuration of the request. */
  readonly configuration: Types["configuration"];
  /** The call of the message: caller, binding, extensions. Its signal is the call's; a turn outlives it. */
  readonly call: CallContext;
  /** The extensions that were given to `createAgent`, with the client's data in the request. */
  readonly extensions: TurnExtensions<Named, Types>;
  /**
   * Aborted when the task is canceled or failed from elsewhere, the time of the turn is up, or the agent
   * closes; the reason is a CallError.
   */
  readonly signal: AbortSignal;
  /** 1; more if a resumable agent begins the turn again after its process ended. */
  readonly attempt: number;
  /**
   * Runs `run` and keeps its result, JSON, in the log of the task before it resolves. If the turn begins
   * again in another process, a step of that name that has returned does not run again, and gives the same
   * result. One that was interrupted runs again. Names are unique in a turn. Works once there is a task: in
   * an async iterable.
   */
  step<Result extends JsonValue | undefined>(
    name: string,
    run: () => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * What the agent keeps of the task: it is written together with events, is there in later turns and in one
   * that begins again, and goes with the task. At most the limit `stateSize`.
   */
  readonly state: TurnState;
  /**
   * What the agent keeps of the context and its caller: all tasks of both see it, and it goes with the last
   * one. At most the limit `memorySize`.
   */
  readonly memory: TurnMemory;
  /** The tasks that the message refers to and its sender may see. */
  references(): Promise<readonly Types["task"][]>;
  /** The other tasks of the context that the sender may see, the latest first, at most `limit` (20). */
  siblings(limit?: number): Promise<readonly Types["task"][]>;
}

/** A further message for a turn. */
export interface TurnInput<Types extends AuthorTypes = A2A10Types> {
  readonly message: Types["message"];
  /** The texts of the message's parts, joined with newlines. */
  readonly text: string;
}

/** An update of the task. Identifiers of task and context are filled in. */
export type AgentEvent<Types extends AuthorTypes = A2A10Types> =
  | StatusEvent<Types>
  | ArtifactEvent<Types>
  | MetadataEvent;

/** The task changes its status. */
export interface StatusEvent<Types extends AuthorTypes = A2A10Types> {
  readonly status: Omit<Types["status"], "message" | "timestamp"> & {
    /** A text, or a message; its identifiers and role are filled in. */
    readonly message?: string | Reply<Types>;
  };
  readonly metadata?: JsonObject;
  readonly artifact?: never;
}

/** The task gets an artifact, or more parts of one. */
export interface ArtifactEvent<Types extends AuthorTypes = A2A10Types> {
  readonly artifact: Types["artifact"];
  /** Whether the parts are appended to the existing artifact of the same identifier. */
  readonly append?: boolean;
  /** Whether this is the last part of the artifact. */
  readonly lastChunk?: boolean;
  readonly metadata?: JsonObject;
  readonly status?: never;
}

/** Adds metadata to the task, such as usage, model and cost. Followers get it with the current status. */
export interface MetadataEvent {
  /** Merged into the metadata of the task: each member replaces the one of its name, and null removes it. */
  readonly metadata: JsonObject;
  readonly status?: never;
  readonly artifact?: never;
}

/** A message of the agent. Missing identifiers and the role are filled in. */
export type Reply<Types extends AuthorTypes = A2A10Types> =
  | string
  | (Pick<Types["message"], "parts"> &
      Partial<Omit<Types["message"], "parts" | "role">> & { readonly role?: Types["role"] });

/** The extensions of an agent in a turn, by their names. */
export type TurnExtensions<Named, Types extends AuthorTypes> = {
  readonly [Name in keyof Named]: TurnExtension<Named[Name], Types> & DataRead<Named[Name], "agent">;
};

/**
 * An extension in a turn; the client's data in its request has members beside these. While the extension
 * is not active it reads and writes nothing.
 */
export interface TurnExtension<Definition, Types extends AuthorTypes> {
  /** Whether the call has it: its client asked for it and the host allowed it; or it always is. */
  readonly active: boolean;
  /** The params of the card's declaration, where the agent was given the card. */
  readonly params: ParamsOf<Definition>;
  /** The client's data in a further message of the turn. */
  in(message: object): DataRead<Definition, "agent">;
  /**
   * A copy of an event or a reply with the agent's data: on its message or artifact if the data stands there,
   * otherwise on the event itself. Throws a DecodeError for wrong data.
   */
  addTo(event: StatusEvent<Types>, data: DataWritten<Definition, "agent", "status">): StatusEvent<Types>;
  addTo(
    event: ArtifactEvent<Types>,
    data: DataWritten<Definition, "agent", "artifact">,
  ): ArtifactEvent<Types>;
  addTo(event: MetadataEvent, data: DataWritten<Definition, "agent", "task">): MetadataEvent;
  addTo(
    reply: Reply<Types>,
    data: DataWritten<Definition, "agent", "message">,
  ): Exclude<Reply<Types>, string>;
}

import type { Turn } from "@a2agen/runtime/agent";
import type { Approval, TaskPhase } from "@a2agen/runtime/client";
import type { CallOptions } from "@a2agen/runtime/service";

export type Task = NonNullable<Turn["task"]>;
export type Message = Turn["message"];
export type Part = Message["parts"][number];

/** What a message is sent with. */
export interface SendRequest {
  message: Message;
  configuration?: Turn["configuration"];
  metadata?: NonNullable<Message["metadata"]>;
}

/**
 * What a conversation needs of the client of an agent: one with the types of 1.0 or later, whatever the agent
 * speaks (`older` of `connect`).
 */
export interface AgentClient {
  sendMessage(request: SendRequest, options?: CallOptions): Promise<object>;
  sendStreamingMessage(request: SendRequest, options?: CallOptions): AsyncIterable<object>;
  getTask(request: { id: string }, options?: CallOptions): Promise<object>;
  cancelTask(request: { id: string }, options?: CallOptions): Promise<object>;
}

/** An agent's client, or where it comes from: asked for each call, so that it may be another one later. */
export type AgentSource = AgentClient | (() => AgentClient | Promise<AgentClient>);

/** One thing in a conversation, in the order in which it came; the key stays the same. */
export type Entry = MessageEntry | TaskEntry | NoteEntry;

export interface MessageEntry {
  readonly kind: "user" | "agent";
  /** The identifier of the message. */
  readonly key: string;
  readonly message: Message;
  /** What became of a message of the user; one that was under way at a reload may have failed. */
  readonly delivery: "sending" | "sent" | "failed";
  /** What the user's message is sent with, once more after a failure too. */
  readonly options?: Omit<SendRequest, "message">;
}

export interface TaskEntry {
  readonly kind: "task";
  /** The identifier of the task. */
  readonly key: string;
  readonly task: Task;
  /** "lost" where the agent does not know the task any more. */
  readonly phase: TaskPhase | "lost";
  /** Whether its events are being received. */
  readonly isFollowed: boolean;
}

export interface NoteEntry {
  readonly kind: "note" | "problem";
  readonly key: string;
  readonly text: string;
}

/** A conversation as it is; never changed, but replaced. */
export interface ConversationSnapshot {
  readonly id: string;
  /** The name of its agent. */
  readonly agent: string;
  readonly title: string;
  /** Undefined before the agent has answered. */
  readonly contextId: string | undefined;
  readonly entries: readonly Entry[];
  /** The task about which something came last. */
  readonly current: TaskEntry | undefined;
  /** What the current task asks, if it waits for an answer: the next message is the answer. */
  readonly question: Message | undefined;
  /** The approvals that it asks for: answered by `answer`. */
  readonly approvals: readonly Approval[];
  /** Whether anything is being sent or received. */
  readonly isBusy: boolean;
}

/** What is kept of a conversation. */
export interface SavedConversation extends Pick<ConversationSnapshot, "id" | "agent" | "title" | "entries"> {
  readonly contextId?: string;
  /** The key of the current task. */
  readonly current?: string;
}

/** Where conversations are kept over a reload. */
export interface ConversationStorage {
  load(): readonly SavedConversation[] | undefined | Promise<readonly SavedConversation[] | undefined>;
  /**
   * Called with all conversations after each change that a reload must not lose, never while it is at work.
   */
  save(conversations: readonly SavedConversation[]): void | Promise<void>;
}

import type { Turn } from "../agent/contract/execute.ts";
import type { Message } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import type { FollowOptions } from "../client/tasks/follow.ts";
import type { CallOptions } from "../service/call-context.ts";
import type { RemoteAgent } from "./remote-agent.ts";
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

/** What was delegated: the arguments of `delegate`. */
export interface Delegation {
  readonly turn: Turn;
  readonly key: string;
  readonly agent: RemoteAgent;
  readonly message: DelegatedMessage;
  readonly options: DelegateOptions;
  /** Aborted when the generator is left. */
  readonly left: AbortController;
}

/** The same however often a process ends before it has kept the task. */
export function firstMessageId({ turn, key }: Pick<Delegation, "turn" | "key">): string {
  return `${turn.taskId}-${key}`;
}

export function callWith({ headers }: DelegateOptions, signal: AbortSignal): CallOptions {
  return { signal, ...(headers !== undefined && { headers }) };
}

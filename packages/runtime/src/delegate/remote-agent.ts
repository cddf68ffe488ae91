import type { Artifact, Message, TaskStatus } from "../agent/generated/lf/a2a/v1/a2a_types.ts";
import type { TaskClient } from "../client/tasks/follow.ts";
import { own } from "../core/object.ts";
import type { CallOptions } from "../service/call-context.ts";

/** A remote agent: what `connect` gives. */
export interface RemoteAgent {
  readonly client: RemoteClient;
  /** Its name is in questions and errors. */
  readonly card: object;
}

/** The name in the card of an agent, for people. */
export function nameOf({ card }: RemoteAgent): string {
  const name = own(card, "name");
  return typeof name === "string" ? name : "that was asked";
}

/** A client with the messages of 1.0, of which later versions have the members too. */
export interface RemoteClient extends TaskClient {
  sendMessage(request: never, options?: CallOptions): Promise<object>;
  getTask(request: never, options?: CallOptions): Promise<RemoteTask>;
  listTasks?(request: never, options?: CallOptions): Promise<{ readonly tasks?: readonly RemoteTask[] }>;
  cancelTask(request: { id: string }, options?: CallOptions): Promise<object>;
}

/** A task of a remote agent, in the form of 1.0. */
export interface RemoteTask {
  readonly id: string;
  readonly contextId?: string;
  readonly status: Pick<TaskStatus, "state" | "message" | "timestamp">;
  readonly artifacts?: readonly Artifact[];
  readonly history?: readonly Message[];
}

/** What `follow` yields of its client. */
export interface RemoteEvent {
  readonly message?: Message;
  readonly task?: RemoteTask;
  readonly statusUpdate?: { readonly status: RemoteTask["status"] };
  readonly artifactUpdate?: {
    readonly artifact: Artifact;
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

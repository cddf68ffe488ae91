import type {
  Message,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * One entry of a task's log. A task is what folding its entries over its beginning gives (`foldEntry`);
 * status and artifact entries are what streams and webhooks are sent, in the order of the log.
 */
export type TaskEntry =
  | { readonly statusUpdate: TaskStatusUpdateEvent }
  | { readonly artifactUpdate: TaskArtifactUpdateEvent }
  /** A message of the client, which the history keeps. */
  | { readonly message: Message }
  /** A client wants the task to be canceled; whoever executes it stops. */
  | { readonly cancelRequest: CancelRequest };

export interface CancelRequest {
  /** RFC 3339, UTC. */
  readonly at: string;
}

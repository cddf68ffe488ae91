import type {
  Message,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * One entry of a task's log. Folding the entries over the initial task gives the current one (`foldEntry`);
 * status and artifact entries are sent to streams and webhooks, in the order of the log.
 */
export type TaskEntry =
  | { readonly statusUpdate: TaskStatusUpdateEvent }
  | { readonly artifactUpdate: TaskArtifactUpdateEvent }
  /** A message of the client, for the history. */
  | { readonly message: Message }
  /** A client asks to cancel the task; the process that works on it stops. */
  | { readonly cancelRequest: CancelRequest };

/** A client has asked to cancel the task. */
export interface CancelRequest {
  /** The time of the request; RFC 3339, UTC. */
  readonly at: string;
}

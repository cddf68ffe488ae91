import type { JsonObject, JsonValue } from "../../core/index.ts";
import type { CallContext, Principal, TraceCarrier } from "../../service/index.ts";
import type {
  Message,
  SendMessageConfiguration,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * One entry of a task's log. Folding the entries over the initial task gives the current one (`foldEntry`);
 * status, artifact and metadata entries are sent to streams and webhooks, in the order of the log.
 */
export type TaskEntry =
  | { readonly statusUpdate: TaskStatusUpdateEvent }
  | { readonly artifactUpdate: TaskArtifactUpdateEvent }
  /** Metadata for the task: sent as a status update, with the status as it is, which does not change. */
  | { readonly metadataUpdate: TaskStatusUpdateEvent }
  /** A message of the client, for the history; with the trace of its call, for the turn that follows. */
  | { readonly message: Message; readonly carrier?: TraceCarrier }
  /** A client asks to cancel the task; the process that works on it stops. */
  | { readonly cancelRequest: CancelRequest }
  /** A turn of a resumable agent begins, or begins again in another process. */
  | { readonly turn: TurnRecord }
  /** A step of a turn has returned. */
  | { readonly step: StepRecord }
  /** The process at work on the task stops, and another one may begin its turn again at once. */
  | { readonly handOver: { readonly at: string } };

/** What another process needs to begin a turn again. */
export interface TurnRecord {
  /** Identifier of its message. */
  readonly messageId: string;
  /** 1, and one more each time that it begins again; 0 while the task waits in a queue. */
  readonly attempt: number;
  readonly configuration: SendMessageConfiguration;
  readonly metadata: JsonObject;
  /** Of the call: without its headers, which may have secrets. */
  readonly call: Omit<CallContext, "signal" | "header" | "activate" | "tenant" | "principal"> & {
    readonly tenant?: string;
    readonly principal?: Principal;
  };
  /** The trace of the call; absent without an observer. */
  readonly carrier?: TraceCarrier;
}

/** A step that has returned. */
export interface StepRecord {
  /** Unique in its turn. */
  readonly name: string;
  /** Absent for undefined. */
  readonly value?: JsonValue;
}

/** A client has asked to cancel the task. */
export interface CancelRequest {
  /** The time of the request; RFC 3339, UTC. */
  readonly at: string;
}

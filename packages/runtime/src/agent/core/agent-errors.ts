import { protocolError } from "../../service/call-error.ts";
import { CallError, type Protocol } from "../../service/index.ts";
import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** The errors of the protocol that an agent uses. */
export interface AgentErrors {
  taskNotFound(taskId: string): CallError;
  /** For a message to a task that ended. */
  taskEnded(taskId: string, state: TaskState): CallError;
  /** For a subscription to a task that ended. */
  nothingToFollow(taskId: string, state: TaskState): CallError;
  taskBeingStopped(taskId: string): CallError;
  /** For a message that is for another generation of its task. */
  generationMismatch(taskId: string, expected: string, current: string): CallError;
  taskNotCancelable(taskId: string, state: TaskState): CallError;
  mediaTypeNotSupported(field: string, found: string, supported: readonly string[]): CallError;
  pushNotSupported(): CallError;
  /** For an artifact that a client sends. */
  noArtifacts(): CallError;
  noPushConfig(taskId: string, id: string): CallError;
  noExtendedCard(): CallError;
  invalidAnswer(cause: unknown): CallError;
}

export function createAgentErrors(protocol: Protocol): AgentErrors {
  const stateOf = (taskId: string, state: TaskState): { metadata: Readonly<Record<string, string>> } => ({
    metadata: { taskId, state },
  });
  return {
    taskNotFound: (taskId) =>
      protocolError(protocol, "TaskNotFoundError", {
        message: "the task does not exist, or the caller may not see it",
        metadata: { taskId },
      }),
    taskEnded: (taskId, state) =>
      protocolError(protocol, "UnsupportedOperationError", {
        message: `the task is in the state ${state}, in which it takes no more messages; leave taskId out to begin another one`,
        ...stateOf(taskId, state),
      }),
    nothingToFollow: (taskId, state) =>
      protocolError(protocol, "UnsupportedOperationError", {
        message: `the task is in the state ${state}, after which nothing follows; get it instead`,
        ...stateOf(taskId, state),
      }),
    taskBeingStopped: (taskId) =>
      protocolError(protocol, "UnsupportedOperationError", {
        message: "the task is being stopped and takes no more messages",
        metadata: { taskId },
      }),
    generationMismatch: (taskId, expectedGeneration, currentGeneration) =>
      protocolError(protocol, "TaskGenerationMismatchError", {
        message: `the message is for generation ${expectedGeneration} of the task, which is at ${currentGeneration}; get the task and decide again`,
        metadata: { taskId, expectedGeneration, currentGeneration },
      }),
    taskNotCancelable: (taskId, state) =>
      protocolError(protocol, "TaskNotCancelableError", {
        message: `the task is in the state ${state} and cannot be canceled any more`,
        ...stateOf(taskId, state),
      }),
    mediaTypeNotSupported: (field, found, supported) =>
      protocolError(protocol, "ContentTypeNotSupportedError", {
        message: `${field}: expected ${supported.join(", ")}, found ${found}`,
        metadata: { mediaType: found, supported: supported.join(",") },
        violations: [{ field, description: `expected ${supported.join(", ")}, found ${found}` }],
      }),
    pushNotSupported: () =>
      protocolError(protocol, "PushNotificationNotSupportedError", {
        message: "this agent sends no push notifications",
      }),
    noArtifacts: () =>
      protocolError(protocol, "UnsupportedOperationError", {
        message: "artifactUpdate: this agent takes messages only; put the content into the parts of one",
      }),
    noPushConfig: (taskId, id) =>
      protocolError(protocol, "TaskNotFoundError", {
        message: "the task has no such push notification configuration",
        metadata: { taskId, id },
      }),
    noExtendedCard: () => protocolError(protocol, "ExtendedAgentCardNotConfiguredError"),
    invalidAnswer: (cause) =>
      protocol.invalidResponseError === undefined
        ? new CallError("INTERNAL", "internal error", { cause })
        : protocolError(protocol, protocol.invalidResponseError, { cause }),
  };
}

/** The error for an invalid field of a request. */
export function invalidField(field: string, description: string): CallError {
  return new CallError("INVALID_ARGUMENT", `${field}: ${description}`, {
    violations: [{ field, description }],
  });
}

/** Quotes a text of the client in a message, shortened. */
export function showText(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

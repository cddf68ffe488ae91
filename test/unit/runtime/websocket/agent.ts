import {
  type A2AService,
  errors,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import { type CallContext, CallError } from "@a2agen/runtime/service";

/** What a test wants to know of the calls that reached the agent. */
export interface Seen {
  readonly contexts: CallContext[];
  /** Events that streams have been asked for so far. */
  pulled: number;
  /** Streams that have ended, in any way. */
  ended: number;
}

export function completedTask(id: string): Task {
  return { id, contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } };
}

export function artifactEvent(taskId: string, text: string): StreamResponse {
  return {
    artifactUpdate: { taskId, contextId: "c1", artifact: { artifactId: "a1", parts: [{ text }] } },
  };
}

/** A service that does what the text of a message says. */
export function createAgent(seen: Seen): A2AService {
  const unsupported = (): Promise<never> => Promise.reject(errors.UnsupportedOperationError());
  return {
    async sendMessage(request, context) {
      seen.contexts.push(context);
      switch (commandOf(request)) {
        case "activate":
          for (const uri of context.extensions) context.activate(uri);
          break;
        case "refuse":
          for (const uri of context.extensions) context.activate(uri);
          throw errors.TaskNotFoundError("gone");
        case "throw":
          throw new Error("a secret");
        case "wait":
          await untilAborted(context);
          break;
        case "big":
          return { task: { ...completedTask("t1"), metadata: { text: "x".repeat(100_000) } } };
      }
      return { task: completedTask("t1") };
    },
    async *sendStreamingMessage(request, context) {
      seen.contexts.push(context);
      const [command, count = "1"] = commandOf(request).split(" ");
      try {
        switch (command) {
          case "count":
            for (let i = 0; i < Number(count); i += 1) {
              seen.pulled += 1;
              yield artifactEvent("t1", String(i));
            }
            return;
          case "big":
            for (let i = 0; i < Number(count); i += 1) {
              seen.pulled += 1;
              yield artifactEvent("t1", "x".repeat(200_000));
            }
            return;
          case "fail":
            yield artifactEvent("t1", "0");
            throw errors.TaskNotFoundError("gone", { metadata: { taskId: "t1" } });
          case "refuse":
            for (const uri of context.extensions) context.activate(uri);
            throw errors.TaskNotFoundError("gone");
          case "nothing":
            for (const uri of context.extensions) context.activate(uri);
            return;
          case "break":
            for (const uri of context.extensions) context.activate(uri);
            yield artifactEvent("t1", "0");
            throw errors.TaskNotFoundError("gone");
          case "hang":
            for (const uri of context.extensions) context.activate(uri);
            yield artifactEvent("t1", "0");
            await untilAborted(context);
            return;
          default:
            throw new TypeError(`no such command: ${command}`);
        }
      } finally {
        seen.ended += 1;
      }
    },
    async getTask({ id }, context) {
      seen.contexts.push(context);
      if (id === "missing") throw errors.TaskNotFoundError(undefined, { metadata: { taskId: id } });
      return completedTask(id);
    },
    listTasks: unsupported,
    cancelTask: unsupported,
    async *subscribeToTask({ id }) {
      if (id !== "t2") throw new CallError("UNAVAILABLE", "come again", { retryAfterMs: 2000 });
      yield { task: completedTask(id) };
    },
    createTaskPushNotificationConfig: unsupported,
    getTaskPushNotificationConfig: unsupported,
    listTaskPushNotificationConfigs: unsupported,
    getExtendedAgentCard: unsupported,
    deleteTaskPushNotificationConfig: unsupported,
  };
}

function commandOf({ message }: SendMessageRequest): string {
  return message.parts[0]?.text ?? "";
}

/** Resolves when a call is aborted. */
function untilAborted({ signal }: CallContext): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });
}

/** A request whose message says what to do. */
export function say(text: string): SendMessageRequest {
  return { message: { messageId: "m1", role: "ROLE_USER", parts: [{ text }] } };
}

import type {
  AgentCard,
  DeleteTaskPushNotificationConfigParams,
  GetTaskPushNotificationConfigRequestParams,
  ListTaskPushNotificationConfigParams,
  Message,
  MessageSendParams,
  Part,
  SendMessageResult,
  SendStreamingMessageResult,
  Task,
  TaskIdParams,
  TaskPushNotificationConfig,
  TaskQueryParams,
} from "@a2agen/a2a-0.3";
import { type A2AService, errors } from "@a2agen/a2a-0.3";
import type { CallContext } from "@a2agen/runtime/service";

/** A card of 0.3 that offers everything; its URL is put in where it is served. */
export const olderCard: AgentCard = {
  protocolVersion: "0.3.0",
  name: "Test agent",
  description: "Does what the text of a message says.",
  url: "https://agent.example.com/rpc",
  version: "1.0.0",
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extensions: [{ uri: "https://example.com/extensions/echo/v1" }],
  },
  securitySchemes: { token: { type: "http", scheme: "Bearer" } },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
  supportsAuthenticatedExtendedCard: true,
};

const contextId = "context-1";

/** The agent of test/shared/bindings in the types of 0.3: the same commands, the same answers. */
export class OlderAgent implements A2AService {
  readonly tasks = new Map<string, Task>([["task-1", workingTask("task-1")]]);
  readonly configs = new Map<string, TaskPushNotificationConfig>();
  /** How handlers ended that were told to stop, in order. */
  readonly ended: string[] = [];
  #whenEnded: (() => void) | undefined;

  /** Resolves when the next handler was told to stop. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenEnded = resolve;
    });
  }

  async sendMessage({ message }: MessageSendParams, context: CallContext): Promise<SendMessageResult> {
    const [name = "", argument = ""] = textOf(message).split(" ", 2);
    switch (name) {
      case "fail": {
        const make = errors[argument as keyof typeof errors];
        throw make(`the agent was told to fail with ${argument}`, { metadata: { command: textOf(message) } });
      }
      case "throw":
        throw new TypeError("a secret of the agent");
      case "wrong":
        return { kind: "task", id: "task-2", status: { state: "no such state" } } as unknown as Task;
      case "wait":
        await this.#untilAborted(context);
        return reply(message.messageId, "aborted");
      case "context": {
        const { method, version, extensions, principal } = context;
        for (const uri of extensions) context.activate(uri);
        const data = { method, version, extensions: [...extensions], principal: principal?.id ?? null };
        return { kind: "message", messageId: "reply", role: "agent", parts: [{ kind: "data", data }] };
      }
      case "echo":
        return { ...message, messageId: `${message.messageId}-echo`, role: "agent" };
    }
    const task = completedTask(message.taskId ?? "task-2", message);
    this.tasks.set(task.id, task);
    return task;
  }

  async *sendStreamingMessage(
    { message }: MessageSendParams,
    context: CallContext,
  ): AsyncGenerator<SendStreamingMessageResult, void, undefined> {
    const [name = "", argument = ""] = textOf(message).split(" ", 2);
    const taskId = "task-3";
    if (name === "fail") throw errors.TaskNotFoundError(`the agent was told to fail with ${argument}`);
    if (name === "message") {
      yield reply(message.messageId, "the whole answer");
      return;
    }
    yield workingTask(taskId);
    if (name === "wait") {
      await this.#untilAborted(context);
      return;
    }
    if (name === "break") throw errors.InvalidAgentResponseError("the agent broke off");
    if (name === "crash") throw new TypeError("a secret of the agent");
    for (let index = 0; index < Number(argument || 2); index++) {
      yield {
        kind: "artifact-update",
        taskId,
        contextId,
        artifact: { artifactId: "artifact-1", parts: [{ kind: "text", text: `part ${index}` }] },
        append: index > 0,
      };
    }
    yield { kind: "status-update", taskId, contextId, status: { state: "completed" }, final: true };
  }

  async getTask({ id, historyLength }: TaskQueryParams): Promise<Task> {
    const task = this.#find(id);
    if (historyLength === undefined || task.history === undefined) return task;
    const { history, ...rest } = task;
    return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
  }

  async cancelTask({ id }: TaskIdParams): Promise<Task> {
    const task = this.#find(id);
    if (task.status.state !== "working") throw errors.TaskNotCancelableError();
    const canceled: Task = { ...task, status: { state: "canceled" } };
    this.tasks.set(id, canceled);
    return canceled;
  }

  async *subscribeToTask({ id }: TaskIdParams): AsyncGenerator<SendStreamingMessageResult, void, undefined> {
    yield this.#find(id);
    yield { kind: "status-update", taskId: id, contextId, status: { state: "completed" }, final: true };
  }

  async setTaskPushNotificationConfig(
    config: TaskPushNotificationConfig,
  ): Promise<TaskPushNotificationConfig> {
    this.#find(config.taskId);
    const { id = "config-1" } = config.pushNotificationConfig;
    const stored = { ...config, pushNotificationConfig: { ...config.pushNotificationConfig, id } };
    this.configs.set(id, stored);
    return stored;
  }

  async getTaskPushNotificationConfig(
    params: GetTaskPushNotificationConfigRequestParams,
  ): Promise<TaskPushNotificationConfig> {
    const id = "pushNotificationConfigId" in params ? params.pushNotificationConfigId : undefined;
    const config = id === undefined ? [...this.configs.values()][0] : this.configs.get(id);
    if (config === undefined) throw errors.TaskNotFoundError();
    return config;
  }

  async listTaskPushNotificationConfig({
    id,
  }: ListTaskPushNotificationConfigParams): Promise<TaskPushNotificationConfig[]> {
    this.#find(id);
    return [...this.configs.values()];
  }

  async deleteTaskPushNotificationConfig({
    pushNotificationConfigId,
  }: DeleteTaskPushNotificationConfigParams): Promise<null> {
    this.configs.delete(pushNotificationConfigId);
    return null;
  }

  async getAuthenticatedExtendedCard(_params: object, { principal }: CallContext): Promise<AgentCard> {
    return { ...olderCard, description: `For ${principal?.id ?? "nobody"} only.` };
  }

  #find(id: string): Task {
    const task = this.tasks.get(id);
    if (task === undefined)
      throw errors.TaskNotFoundError(`there is no task ${id}`, { metadata: { taskId: id } });
    return task;
  }

  async #untilAborted({ signal }: CallContext): Promise<void> {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    const { reason } = signal as { reason: unknown };
    this.ended.push(reason instanceof Error ? reason.message : "no reason");
    this.#whenEnded?.();
  }
}

export function workingTask(id: string): Task {
  return {
    kind: "task",
    id,
    contextId,
    status: { state: "working", timestamp: "2026-01-02T03:04:05Z" },
    history: [
      { kind: "message", messageId: "message-1", role: "user", parts: [{ kind: "text", text: "first" }] },
      { kind: "message", messageId: "message-2", role: "user", parts: [{ kind: "text", text: "second" }] },
    ],
  };
}

function completedTask(id: string, message: Message): Task {
  const parts: Part[] = [
    { kind: "text", text: textOf(message) },
    { kind: "file", file: { bytes: "AAEC/w==" } },
  ];
  return {
    kind: "task",
    id,
    contextId: message.contextId ?? contextId,
    status: { state: "completed", timestamp: "2026-01-02T03:04:05.678Z" },
    artifacts: [{ artifactId: "artifact-1", parts }],
    history: [message],
  };
}

function reply(to: string, text: string): Message {
  return { kind: "message", messageId: `${to}-reply`, role: "agent", parts: [{ kind: "text", text }] };
}

function textOf({ parts: [first] }: Message): string {
  return first?.kind === "text" ? first.text : "";
}

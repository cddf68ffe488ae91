import type {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from "@a2agen/a2a-1.0";
import { type A2AService, errors } from "@a2agen/a2a-1.0";
import type { CallContext } from "@a2agen/runtime/service";

/** A card that offers everything. */
export const fullCard: AgentCard = {
  name: "Test agent",
  description: "Does what the text of a message says.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "https://agent.example.com/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extendedAgentCard: true,
    extensions: [{ uri: "https://example.com/extensions/echo/v1" }],
  },
  securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "obey", name: "Obey", description: "Does what it is told.", tags: ["test"] }],
};

const contextId = "context-1";

/** An agent whose messages are commands; a new one has the task "task-1", which is at work. */
export class TestAgent implements A2AService {
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

  async sendMessage(request: SendMessageRequest, context: CallContext): Promise<SendMessageResponse> {
    const { message } = request;
    const command = message.parts[0]?.text ?? "";
    const [name = "", argument = ""] = command.split(" ", 2);
    switch (name) {
      case "fail": {
        const make = errors[argument as keyof typeof errors];
        throw make(`the agent was told to fail with ${argument}`, { metadata: { command } });
      }
      case "throw":
        // eslint-disable-next-line typescript/only-throw-error -- what handlers must not be trusted not to do
        throw argument === "text" ? "a secret text" : new TypeError("a secret of the agent");
      case "wrong":
        return {
          task: { id: "task-2", status: { state: "no such state" } },
        } as unknown as SendMessageResponse;
      case "wait":
        await this.#untilAborted(context);
        return { message: reply(message.messageId, "aborted") };
      case "context": {
        const { method, binding: _binding, version, extensions, tenant, principal } = context;
        for (const uri of extensions) context.activate(uri);
        const data = {
          method,
          version,
          extensions: [...extensions],
          tenant: tenant ?? null,
          principal: principal?.id ?? null,
        };
        return { message: { messageId: "reply", role: "ROLE_AGENT", parts: [{ data }] } };
      }
      case "echo":
        return { message: { ...message, messageId: `${message.messageId}-echo`, role: "ROLE_AGENT" } };
      default: {
        const task = completedTask(message.taskId ?? "task-2", message);
        this.tasks.set(task.id, task);
        return { task };
      }
    }
  }

  async *sendStreamingMessage(
    request: SendMessageRequest,
    context: CallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const command = request.message.parts[0]?.text ?? "";
    const [name = "", argument = ""] = command.split(" ", 2);
    const taskId = "task-3";
    if (name === "fail") throw errors.TaskNotFoundError(`the agent was told to fail with ${argument}`);
    if (name === "message") {
      yield { message: reply(request.message.messageId, "the whole answer") };
      return;
    }
    yield { task: workingTask(taskId) };
    if (name === "wait") {
      await this.#untilAborted(context);
      return;
    }
    if (name === "break") throw errors.InvalidAgentResponseError("the agent broke off");
    if (name === "crash") throw new TypeError("a secret of the agent");
    for (let index = 0; index < Number(argument || 2); index++) {
      yield {
        artifactUpdate: {
          taskId,
          contextId,
          artifact: { artifactId: "artifact-1", parts: [{ text: `part ${index}` }] },
          append: index > 0,
        },
      };
    }
    yield { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    const task = this.#find(id);
    if (historyLength === undefined || task.history === undefined) return task;
    const { history, ...rest } = task;
    return historyLength === 0 ? rest : { ...rest, history: history.slice(-historyLength) };
  }

  async listTasks(request: ListTasksRequest): Promise<ListTasksResponse> {
    const { status, contextId: wanted, pageSize = 50 } = request;
    const found = [...this.tasks.values()].filter(
      (task) =>
        (status === undefined || task.status.state === status) &&
        (wanted === undefined || wanted === "" || task.contextId === wanted),
    );
    return { tasks: found.slice(0, pageSize), nextPageToken: "", pageSize, totalSize: found.length };
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const task = this.#find(id);
    if (task.status.state !== "TASK_STATE_WORKING") throw errors.TaskNotCancelableError();
    const cancelled: Task = { ...task, status: { state: "TASK_STATE_CANCELED" } };
    this.tasks.set(id, cancelled);
    return cancelled;
  }

  async *subscribeToTask({ id }: SubscribeToTaskRequest): AsyncGenerator<StreamResponse, void, undefined> {
    yield { task: this.#find(id) };
    yield { statusUpdate: { taskId: id, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
  }

  async createTaskPushNotificationConfig(
    config: TaskPushNotificationConfig,
  ): Promise<TaskPushNotificationConfig> {
    this.#find(config.taskId ?? "");
    const stored = { ...config, id: config.id ?? "config-1" };
    this.configs.set(stored.id, stored);
    return stored;
  }

  async getTaskPushNotificationConfig({
    id,
  }: GetTaskPushNotificationConfigRequest): Promise<TaskPushNotificationConfig> {
    const config = this.configs.get(id);
    if (config === undefined) throw errors.TaskNotFoundError();
    return config;
  }

  async listTaskPushNotificationConfigs({
    taskId,
  }: ListTaskPushNotificationConfigsRequest): Promise<ListTaskPushNotificationConfigsResponse> {
    this.#find(taskId);
    return { configs: [...this.configs.values()] };
  }

  async deleteTaskPushNotificationConfig({
    id,
  }: DeleteTaskPushNotificationConfigRequest): Promise<Record<string, never>> {
    this.configs.delete(id);
    return {};
  }

  async getExtendedAgentCard(_request: object, { principal }: CallContext): Promise<AgentCard> {
    return { ...fullCard, description: `For ${principal?.id ?? "nobody"} only.` };
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
    id,
    contextId,
    status: { state: "TASK_STATE_WORKING", timestamp: "2026-01-02T03:04:05Z" },
    history: [
      { messageId: "message-1", role: "ROLE_USER", parts: [{ text: "first" }] },
      { messageId: "message-2", role: "ROLE_USER", parts: [{ text: "second" }] },
    ],
  };
}

function completedTask(id: string, message: SendMessageRequest["message"]): Task {
  return {
    id,
    contextId: message.contextId ?? contextId,
    status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-01-02T03:04:05.678Z" },
    artifacts: [
      { artifactId: "artifact-1", parts: [{ text: message.parts[0]?.text ?? "" }, { raw: "AAEC/w==" }] },
    ],
    history: [message],
  };
}

function reply(to: string, text: string): SendMessageRequest["message"] {
  return { messageId: `${to}-reply`, role: "ROLE_AGENT", parts: [{ text }] };
}

import {
  type A2AService,
  type AgentCard,
  errors,
  type GetTaskRequest,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";

export const card: AgentCard = {
  name: "Echo",
  description: "Says what it is told.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://localhost:4000/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    { url: "http://localhost:4000", protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url: "localhost:4001", protocolBinding: "GRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "echo", name: "Echo", description: "Repeats a message.", tags: ["test"] }],
};

export class EchoAgent implements Partial<A2AService> {
  readonly #tasks = new Map<string, Task>();

  async sendMessage({ message }: SendMessageRequest): Promise<SendMessageResponse> {
    return { message: { messageId: `${message.messageId}-reply`, role: "ROLE_AGENT", parts: message.parts } };
  }

  async *sendStreamingMessage({ message }: SendMessageRequest): AsyncGenerator<StreamResponse> {
    const contextId = message.contextId ?? crypto.randomUUID();
    const task: Task = { id: crypto.randomUUID(), contextId, status: { state: "TASK_STATE_WORKING" } };
    this.#tasks.set(task.id, task);
    yield { task };
    const artifact = { artifactId: "echo", parts: message.parts };
    yield { artifactUpdate: { taskId: task.id, contextId, artifact, lastChunk: true } };
    const status = { state: "TASK_STATE_COMPLETED" } as const;
    this.#tasks.set(task.id, { ...task, status, artifacts: [artifact] });
    yield { statusUpdate: { taskId: task.id, contextId, status } };
  }

  async getTask({ id }: GetTaskRequest): Promise<Task> {
    const task = this.#tasks.get(id);
    if (task === undefined) throw errors.TaskNotFoundError(`there is no task ${id}`);
    return task;
  }
}

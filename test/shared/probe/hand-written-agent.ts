import { createServer } from "node:http";
import {
  A2AService,
  type CancelTaskRequest,
  errors,
  type GetTaskRequest,
  type ListTasksRequest,
  type ListTasksResponse,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { CallError } from "@a2agen/runtime/service";
import { onTestFinished } from "vitest";
import { listen } from "../interop/our-agent.ts";

/** A handler without the kit, whose tasks end at once. */
class Echo {
  readonly #tasks = new Map<string, Task>();

  async sendMessage({ message, configuration }: SendMessageRequest): Promise<SendMessageResponse> {
    if (message.parts.some(({ mediaType }) => (mediaType ?? "text/plain") !== "text/plain")) {
      throw errors.ContentTypeNotSupportedError();
    }
    if (message.taskId !== undefined) {
      const { contextId } = this.#find(message.taskId);
      if (message.contextId !== undefined && message.contextId !== contextId) {
        throw errors.UnsupportedOperationError("the task is of another context");
      }
      throw errors.UnsupportedOperationError("the task has ended");
    }
    const task: Task = {
      id: crypto.randomUUID(),
      contextId: message.contextId ?? crypto.randomUUID(),
      status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
      artifacts: [{ artifactId: "echo", parts: message.parts }],
      history: [message],
    };
    this.#tasks.set(task.id, task);
    return { task: withHistory(task, configuration?.historyLength) };
  }

  async getTask({ id, historyLength }: GetTaskRequest): Promise<Task> {
    return withHistory(this.#find(id), historyLength);
  }

  async listTasks({
    contextId,
    status,
    statusTimestampAfter,
    ...request
  }: ListTasksRequest): Promise<ListTasksResponse> {
    const { pageSize = 50, pageToken = "", includeArtifacts = false, historyLength } = request;
    const after = Date.parse(statusTimestampAfter ?? "1970-01-01T00:00:00Z");
    const found = [...this.#tasks.values()]
      .toReversed()
      .filter((task) => (contextId ?? "") === "" || task.contextId === contextId)
      .filter((task) => status === undefined || task.status.state === status)
      .filter((task) => Date.parse(task.status.timestamp ?? "") >= after);
    const at = pageToken === "" ? 0 : found.findIndex(({ id }) => id === pageToken);
    if (at === -1) throw new CallError("INVALID_ARGUMENT", "pageToken: expected that of a page");
    const tasks = found.slice(at, at + pageSize).map((task) => {
      const { artifacts, ...rest } = withHistory(task, historyLength);
      return includeArtifacts && artifacts !== undefined ? { ...rest, artifacts } : rest;
    });
    return { tasks, nextPageToken: found[at + pageSize]?.id ?? "", pageSize, totalSize: found.length };
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    this.#find(id);
    throw errors.TaskNotCancelableError();
  }

  #find(id: string): Task {
    const task = this.#tasks.get(id);
    if (task === undefined) throw errors.TaskNotFoundError();
    return task;
  }
}

function withHistory({ history = [], ...task }: Task, length = Number.POSITIVE_INFINITY): Task {
  return length === 0 ? task : { ...task, history: history.slice(-length) };
}

/** The handler over JSON-RPC and HTTP+JSON, until the test has ended. */
export async function startHandWrittenAgent(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  const host = createHost({
    // Methods of capabilities that the card does not declare are answered by the host.
    services: [implement(A2AService, new Echo() as unknown as A2AService)],
    card: {
      name: "Echo",
      description: "Answers with what it is told.",
      version: "1.0.0",
      supportedInterfaces: [
        { url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: `${origin}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
      ],
      capabilities: {},
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: [{ id: "echo", name: "Echo", description: "Echoes.", tags: ["test"] }],
    },
    onError: () => undefined,
  });
  server.on("request", toNodeListener(createHttpHandler(host)));
  onTestFinished(() => host.close({ graceMs: 0 }));
  return origin;
}

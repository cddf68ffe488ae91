import type {
  A2AService,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  SendMessageResponse,
  Task,
} from "@a2agen/a2a-1.0";
import { type CallContext, CallError } from "@a2agen/runtime/service";

/** Keeps notes, and shows them to those who made them. */
export class NotesAgent implements Partial<A2AService> {
  /** The latest first. */
  readonly #notes: { readonly owner: string | undefined; readonly task: Task }[] = [];

  async sendMessage(
    { message }: SendMessageRequest,
    { principal }: CallContext,
  ): Promise<SendMessageResponse> {
    const task: Task = {
      id: `note-${this.#notes.length + 1}`,
      contextId: message.contextId ?? "notes",
      status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
      artifacts: [{ artifactId: "note", parts: message.parts }],
      history: [message],
    };
    this.#notes.unshift({ owner: principal?.id, task });
    return { task };
  }

  async listTasks(request: ListTasksRequest, { principal }: CallContext): Promise<ListTasksResponse> {
    const { contextId = "", status, pageSize = 50, pageToken = "", includeArtifacts = false } = request;
    const start = Number(pageToken);
    if (!Number.isInteger(start) || start < 0) {
      throw new CallError("INVALID_ARGUMENT", "pageToken: expected that of the page before", {
        violations: [{ field: "pageToken", description: "expected that of the page before" }],
      });
    }
    const own = this.#notes
      .filter(({ owner }) => owner === principal?.id)
      .map(({ task }) => task)
      .filter((task) => contextId === "" || task.contextId === contextId)
      .filter((task) => status === undefined || task.status.state === status);
    const end = start + Math.min(pageSize, 100);
    const tasks = own.slice(start, end).map(({ artifacts = [], ...task }) => {
      return includeArtifacts ? { ...task, artifacts } : task;
    });
    return {
      tasks,
      nextPageToken: end < own.length ? String(end) : "",
      pageSize,
      totalSize: own.length,
    };
  }
}

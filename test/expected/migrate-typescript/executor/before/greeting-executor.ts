import type { Task, TaskState, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import type { EventBus, RequestContext } from "./events.js";

// The greeting is said once, so that the answers are the same in every run.
const GREETING = "Hello";

export class GreetingExecutor {
  private readonly cancelled = new Set<string>();

  async execute({ userMessage, taskId, contextId, task }: RequestContext, bus: EventBus): Promise<void> {
    if (!task) {
      const initial: Task = {
        kind: "task",
        id: taskId,
        contextId: contextId,
        status: {
          state: "submitted",
          timestamp: "2025-08-01T10:00:00Z",
        },
        history: [userMessage],
        metadata: userMessage.metadata ?? {},
      };
      bus.publish(initial);
    }

    bus.publish(this.status(taskId, contextId, "working"));

    if (this.cancelled.has(taskId)) {
      bus.publish(this.status(taskId, contextId, "canceled", true));
      bus.finished();
      return;
    }

    const text = userMessage.parts
      .filter((part) => part.kind === "text")
      .map((part) => part.text)
      .join(" ");

    // An artifact first, the state last.
    bus.publish({
      kind: "artifact-update",
      taskId,
      contextId,
      artifact: {
        artifactId: "greeting",
        name: "greeting.txt",
        parts: [
          { kind: "text", text: `${GREETING}, ${text}` },
          {
            kind: "file",
            file: {
              name: "greeting.txt",
              mimeType: "text/plain",
              bytes: "SGVsbG8=",
            },
          },
        ],
      },
      append: false,
      lastChunk: true,
    });

    const done: TaskStatusUpdateEvent = {
      kind: "status-update",
      taskId,
      contextId,
      status: {
        state: "completed",
        message: {
          kind: "message",
          role: "agent",
          messageId: "m-2",
          parts: [{ kind: "text", text: "completed" }],
          taskId,
          contextId,
        },
        timestamp: "2025-08-01T10:00:01Z",
      },
      final: true,
    };
    bus.publish(done);
    bus.finished();
  }

  async cancelTask(taskId: string): Promise<void> {
    this.cancelled.add(taskId);
  }

  private status(taskId: string, contextId: string, state: TaskState, final = false): TaskStatusUpdateEvent {
    return { kind: "status-update", taskId, contextId, status: { state }, final };
  }
}

import type { Task, TaskState, TaskStatusUpdateEvent } from "@a2agen/a2a-1.0-draft";
import type { EventBus, RequestContext } from "./events.js";

// The greeting is said once, so that the answers are the same in every run.
const GREETING = "Hello";

export class GreetingExecutor {
  private readonly cancelled = new Set<string>();

  async execute({ userMessage, taskId, contextId, task }: RequestContext, bus: EventBus): Promise<void> {
    if (!task) {
      const initial: Task = {
        id: taskId,
        contextId: contextId,
        status: {
          state: "submitted",
          timestamp: "2025-08-01T10:00:00Z",
        },
        history: [userMessage],
        metadata: userMessage.metadata ?? {},
      };
      bus.publish({ task: initial });
    }

    bus.publish({ statusUpdate: this.status(taskId, contextId, "working") });

    if (this.cancelled.has(taskId)) {
      bus.publish({ statusUpdate: this.status(taskId, contextId, "cancelled", true) });
      bus.finished();
      return;
    }

    const text = userMessage.parts
      .filter((part) => part.text !== undefined)
      .map((part) => part.text)
      .join(" ");

    // An artifact first, the state last.
    bus.publish({
      artifactUpdate: {
        taskId,
        contextId,
        artifact: {
          artifactId: "greeting",
          name: "greeting.txt",
          parts: [
            { text: `${GREETING}, ${text}` },
            {
              file: {
                name: "greeting.txt",
                mediaType: "text/plain",
                fileWithBytes: "SGVsbG8=",
              },
            },
          ],
        },
        append: false,
        lastChunk: true,
      },
    });

    const done: TaskStatusUpdateEvent = {
      taskId,
      contextId,
      status: {
        state: "completed",
        message: {
          role: "agent",
          messageId: "m-2",
          parts: [{ text: "completed" }],
          taskId,
          contextId,
        },
        timestamp: "2025-08-01T10:00:01Z",
      },
      final: true,
    };
    bus.publish({ statusUpdate: done });
    bus.finished();
  }

  async cancelTask(taskId: string): Promise<void> {
    this.cancelled.add(taskId);
  }

  private status(taskId: string, contextId: string, state: TaskState, final = false): TaskStatusUpdateEvent {
    return { taskId, contextId, status: { state }, final };
  }
}

import type { TaskState } from "@a2agen/a2a-1.0";
import type { NewTask, TaskEntry } from "@a2agen/runtime/agent";

export function beginning(id: string, timestamp = "2026-01-01T00:00:00Z"): NewTask {
  return {
    task: { id, contextId: "context", status: { state: "TASK_STATE_SUBMITTED", timestamp } },
    scope: "scope",
  };
}

export function statusOf(taskId: string, state: TaskState, timestamp = "2026-01-01T00:00:01Z"): TaskEntry {
  return { statusUpdate: { taskId, contextId: "context", status: { state, timestamp } } };
}

/** More of an artifact. */
export function textOf(taskId: string, artifactId: string, text: string): TaskEntry {
  const artifact = { artifactId, parts: [{ text }] };
  return { artifactUpdate: { taskId, contextId: "context", artifact, append: true } };
}

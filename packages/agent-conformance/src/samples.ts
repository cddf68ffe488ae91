import { type Artifact, type Message, type Task, TaskState, type TaskStatus } from "@a2agen/a2a-1.0";
import type { NewTask, TaskEntry, TaskStore } from "@a2agen/runtime/agent";

/** A time, so many milliseconds after the beginning of the samples. */
export function timeAt(milliseconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString();
}

export interface SampleTask {
  readonly scope?: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  readonly time?: string;
  readonly idempotency?: NewTask["idempotency"];
}

export function newTask(
  id: string,
  {
    scope = "scope",
    contextId = "context",
    state = TaskState.Submitted,
    time = timeAt(0),
    idempotency,
  }: SampleTask = {},
): NewTask {
  const task: Task = { id, contextId, status: { state, timestamp: time }, history: [userMessage(`${id}-0`)] };
  return idempotency === undefined ? { task, scope } : { task, scope, idempotency };
}

/** Begins a task and returns it as it was given. */
export async function createTask(store: TaskStore, id: string, sample?: SampleTask): Promise<Task> {
  const task = newTask(id, sample);
  await store.create(task);
  return task.task;
}

export function userMessage(messageId: string): Message {
  return { messageId, role: "ROLE_USER", parts: [{ text: `text of ${messageId}` }] };
}

export function agentMessage(messageId: string): Message {
  return { messageId, role: "ROLE_AGENT", parts: [{ text: `text of ${messageId}` }] };
}

export function artifactOf(artifactId: string, ...texts: readonly string[]): Artifact {
  return { artifactId, parts: texts.map((text) => ({ text })) };
}

export function statusEntry(taskId: string, status: TaskStatus): TaskEntry {
  return { statusUpdate: { taskId, contextId: "context", status } };
}

export function artifactEntry(taskId: string, artifact: Artifact, append?: boolean): TaskEntry {
  const update = { taskId, contextId: "context", artifact };
  return { artifactUpdate: append === undefined ? update : { ...update, append } };
}

/** For keys that a literal would not set. The text is that of an object. */
export function parseObject(json: string): NonNullable<Task["metadata"]> {
  return JSON.parse(json) as NonNullable<Task["metadata"]>;
}

/** Entries that can be told apart by their number. */
export function numberedEntries(taskId: string, from: number, to: number): TaskEntry[] {
  const entries: TaskEntry[] = [];
  for (let number = from; number < to; number++) {
    entries.push(artifactEntry(taskId, artifactOf(`a-${number % 7}`, String(number)), true));
  }
  return entries;
}

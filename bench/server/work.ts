import { randomUUID } from "node:crypto";
import type { Message, StreamResponse, Task } from "@a2agen/a2a-1.0";

/** What every contender's agent does, so that only the way to it differs. */
export const tasks = new Map<string, Task>();

/** The task that every contender has from the start. */
export const knownTask = "11111111-2222-4333-8444-555555555555";

export function completeTask(message: Message, id: string = randomUUID()): Task {
  const contextId = message.contextId ?? randomUUID();
  const first = message.parts[0];
  const task: Task = {
    id,
    contextId,
    status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
    artifacts: [
      { artifactId: "answer", name: "answer", parts: [{ text: `You said: ${first?.text ?? "nothing"}` }] },
    ],
    history: [message],
  };
  tasks.set(id, task);
  if (tasks.size > 1000) {
    const oldest = tasks.keys().next().value;
    if (oldest !== undefined && oldest !== knownTask) tasks.delete(oldest);
  }
  return task;
}

/** The events of a stream: the task, so many artifact updates, the end. */
export function* streamEvents(count: number): Generator<StreamResponse, void, undefined> {
  const taskId = randomUUID();
  const contextId = randomUUID();
  yield { task: { id: taskId, contextId, status: { state: "TASK_STATE_WORKING" } } };
  for (let index = 0; index < count; index++) {
    yield {
      artifactUpdate: {
        taskId,
        contextId,
        artifact: { artifactId: "log", parts: [{ text: `line ${index} of the log that this task writes` }] },
        append: index > 0,
        lastChunk: index === count - 1,
      },
    };
  }
  yield { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
}

/** The number that a message asks for: "stream 1000". */
export function countOf(message: Message): number {
  const text = message.parts[0]?.text ?? "";
  return Number(/^stream (\d+)$/.exec(text)?.[1] ?? 0);
}

export const sample: Message = {
  messageId: "9b5d1c1e-6f0a-4f3b-9c55-2f4f6a1d0c01",
  role: "ROLE_USER",
  parts: [{ text: "Summarise the quarterly report, please, and say which region did best." }],
};

completeTask(sample, knownTask);

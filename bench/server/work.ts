import { randomUUID } from "node:crypto";
import type { Message, StreamResponse, Task } from "@a2agen/a2a-1.0";

/** What every contender's agent does, so that only the way to it differs. */
export function completeTask(message: Message): Task {
  const task = makeTask(message, randomUUID());
  recent.set(task.id, task);
  if (recent.size > mostRecent) {
    const oldest = recent.keys().next().value;
    if (oldest !== undefined) recent.delete(oldest);
  }
  return task;
}

/** A task by its id: the known one, or one of the last thousand. */
export function findTask(id: string): Task | undefined {
  return id === knownTask ? known : recent.get(id);
}

/** The task that every contender has from the start. */
export const knownTask = "11111111-2222-4333-8444-555555555555";

export const sample: Message = {
  messageId: "9b5d1c1e-6f0a-4f3b-9c55-2f4f6a1d0c01",
  role: "ROLE_USER",
  parts: [{ text: "Summarise the quarterly report, please, and say which region did best." }],
};

/** What the agent answers. */
export function answerTo(text: string): string {
  return `You said: ${text}`;
}

function makeTask(message: Message, id: string): Task {
  return {
    id,
    contextId: message.contextId ?? randomUUID(),
    status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
    artifacts: [
      {
        artifactId: "answer",
        name: "answer",
        parts: [{ text: answerTo(message.parts[0]?.text ?? "nothing") }],
      },
    ],
    history: [message],
  };
}

const known = makeTask(sample, knownTask);
const mostRecent = 1000;
const recent = new Map<string, Task>();

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
        artifact: { artifactId: "log", parts: [{ text: lineOf(index) }] },
        append: index > 0,
        lastChunk: index === count - 1,
      },
    };
  }
  yield { statusUpdate: { taskId, contextId, status: { state: "TASK_STATE_COMPLETED" } } };
}

/** The text of an artifact update. */
export function lineOf(index: number): string {
  return `line ${index} of the log that this task writes`;
}

/** The number of artifact updates that a text asks for: "stream 1000"; 0 for any other text. */
export function countOf(text: string | undefined): number {
  return Number(/^stream (\d+)$/.exec(text ?? "")?.[1] ?? 0);
}

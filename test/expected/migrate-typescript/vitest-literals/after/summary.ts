import type { Message, Task } from "@a2agen/a2a-1.0";

export interface Summary {
  kind: "summary";
  state: string;
  text: string;
}

/** What a list shows of a task. */
export function summarize(task: Task): Summary {
  const text = (task.history ?? []).flatMap((message) => message.parts.flatMap((part) => (part.text !== undefined ? [part.text] : [])));
  return { kind: "summary", state: task.status.state === "TASK_STATE_COMPLETED" ? "completed" : "open", text: text.join(" ") };
}

export function reply(to: Message, text: string): Message {
  return {
    messageId: `${to.messageId}-reply`,
    role: to.role === "ROLE_USER" ? "ROLE_AGENT" : "ROLE_USER",
    parts: [{ text }],
    ...(to.contextId && { contextId: to.contextId }),
  };
}

export function advance(task: Task): Task {
  return { ...task, status: { ...task.status, state: "TASK_STATE_WORKING" } };
}

import type { Message, Task } from "@a2a-js/sdk";

export interface Summary {
  kind: "summary";
  state: string;
  text: string;
}

/** What a list shows of a task. */
export function summarize(task: Task): Summary {
  const text = (task.history ?? []).flatMap((message) => message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
  return { kind: "summary", state: task.status.state === "completed" ? "completed" : "open", text: text.join(" ") };
}

export function reply(to: Message, text: string): Message {
  return {
    kind: "message",
    messageId: `${to.messageId}-reply`,
    role: to.role === "user" ? "agent" : "user",
    parts: [{ kind: "text", text }],
    ...(to.contextId && { contextId: to.contextId }),
  };
}

export function advance(task: Task): Task {
  return { ...task, status: { ...task.status, state: "working" } };
}

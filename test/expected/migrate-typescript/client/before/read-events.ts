import {
  type Message,
  type MessageSendParams,
  type Part,
  type Task,
  type TaskArtifactUpdateEvent,
  type TaskStatusUpdateEvent,
} from "@a2a-js/sdk";

export interface AgentClient {
  sendMessage(params: MessageSendParams): Promise<Message | Task>;
  sendMessageStream(
    params: MessageSendParams,
  ): AsyncGenerator<Message | Task | TaskStatusUpdateEvent | TaskArtifactUpdateEvent, void, undefined>;
}

export function describePart(part: Part): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "file":
      if ("uri" in part.file) {
        return `${part.file.name ?? "file"} at ${part.file.uri}`;
      }
      return `${part.file.name ?? "file"} (${part.file.mimeType})`;
    case "data":
      return JSON.stringify(part.data);
  }
}

export async function ask(client: AgentClient, text: string): Promise<string> {
  const params: MessageSendParams = {
    message: {
      kind: "message",
      messageId: "m-1",
      role: "user",
      parts: [{ kind: "text", text }],
    },
    configuration: {
      blocking: true,
      acceptedOutputModes: ["text/plain"],
    },
  };
  const result = await client.sendMessage(params);
  if (result.kind === "message") {
    return result.parts.map(describePart).join("\n");
  }
  // A task: what it came to is in its artifacts.
  const task = result;
  return task.status.state === "completed" ? (task.artifacts?.[0]?.parts.map(describePart).join("\n") ?? "") : task.status.state;
}

export async function follow(client: AgentClient, params: MessageSendParams, log: (line: string) => void): Promise<void> {
  for await (const event of client.sendMessageStream(params)) {
    switch (event.kind) {
      case "task":
        log(`task ${event.id}: ${event.status.state}`);
        break;
      case "message":
        log(event.parts.map(describePart).join(" "));
        break;
      case "status-update": {
        // The last one says how it went.
        const { state, message } = event.status;
        log(`status ${state}`);
        if (message) log(message.parts.map(describePart).join(" "));
        if (state === "failed" || state === "rejected") {
          throw new Error(`task ${event.taskId} ended as ${state}`);
        }
        break;
      }
      case "artifact-update":
        log(`artifact ${event.artifact.name ?? event.artifact.artifactId}`);
        break;
      default:
        log("something else");
    }
  }
}

import {
  type SendMessageRequest,
  type Part,
  type SendMessageResponse,
  type StreamResponse,
} from "@a2agen/a2a-1.0-draft";

export interface AgentClient {
  sendMessage(params: SendMessageRequest): Promise<SendMessageResponse>;
  sendMessageStream(
    params: SendMessageRequest,
  ): AsyncGenerator<StreamResponse, void, undefined>;
}

export function describePart(part: Part): string {
  if (part.text !== undefined) {
    return part.text;
  } else if (part.file !== undefined) {
    if (part.file.fileWithUri !== undefined) {
      return `${part.file.name ?? "file"} at ${part.file.fileWithUri}`;
    }
    return `${part.file.name ?? "file"} (${part.file.mediaType})`;
  } else {
    return JSON.stringify(part.data.data);
  }
}

export async function ask(client: AgentClient, text: string): Promise<string> {
  const params: SendMessageRequest = {
    message: {
      messageId: "m-1",
      role: "user",
      parts: [{ text }],
    },
    configuration: {
      blocking: true,
      acceptedOutputModes: ["text/plain"],
    },
  };
  const result = await client.sendMessage(params);
  if (result.message !== undefined) {
    return result.message.parts.map(describePart).join("\n");
  }
  // A task: what it came to is in its artifacts.
  const task = result.task;
  return task.status.state === "completed" ? (task.artifacts?.[0]?.parts.map(describePart).join("\n") ?? "") : task.status.state;
}

export async function follow(client: AgentClient, params: SendMessageRequest, log: (line: string) => void): Promise<void> {
  for await (const event of client.sendMessageStream(params)) {
    if (event.task !== undefined) {
      log(`task ${event.task.id}: ${event.task.status.state}`);
    } else if (event.message !== undefined) {
      log(event.message.parts.map(describePart).join(" "));
    } else if (event.statusUpdate !== undefined) {
      // The last one says how it went.
      const { state, message } = event.statusUpdate.status;
      log(`status ${state}`);
      if (message) log(message.parts.map(describePart).join(" "));
      if (state === "failed" || state === "rejected") {
        throw new Error(`task ${event.statusUpdate.taskId} ended as ${state}`);
      }
    } else if (event.artifactUpdate !== undefined) {
      log(`artifact ${event.artifactUpdate.artifact.name ?? event.artifactUpdate.artifact.artifactId}`);
    } else {
      log("something else");
    }
  }
}

import type { Artifact, DataPart, FilePart, Message, MessageSendParams as Params, Part, Task, TaskState, TaskArtifactUpdateEvent, TaskStatusUpdateEvent, TextPart } from "@a2a-js/sdk";

type StreamEvent = Task | Message | TaskStatusUpdateEvent | TaskArtifactUpdateEvent;

export interface Page<T> {
  readonly items: readonly T[];
}

export function isText(part: Part): part is TextPart {
  return part.kind === "text";
}

export const isFile = (part: Part): part is FilePart => part.kind === "file";

export function partsOf<T extends Message | Artifact>(holders: readonly T[]): Part[] {
  return holders.flatMap((holder) => holder.parts);
}

export function textsOf(page: Page<Message>): string[] {
  return page.items.flatMap(({ parts }) => parts.filter(isText).map(({ text }) => text));
}

export function links(parts: readonly Part[]): string[] {
  const found: string[] = [];
  for (const part of parts) {
    if (part.kind !== "file") continue;
    const { file } = part;
    if ("uri" in file) found.push(file.uri);
  }
  return found;
}

export function withMetadata(params: Params, metadata: Record<string, unknown>): Params {
  return { ...params, metadata: { ...params.metadata, ...metadata } };
}

export function asData(value: Record<string, unknown>): DataPart {
  return { kind: "data", data: value };
}

export function firstTask(events: readonly StreamEvent[]): Task | undefined {
  return events.find((event) => event.kind === "task");
}

export function stateNames(events: readonly StreamEvent[]): TaskState[] {
  return events.filter((event) => event.kind === "status-update").map((event) => event.status.state);
}

export function latest<E extends StreamEvent>(events: readonly E[]): E | undefined {
  return events.at(-1);
}

export function isLast(event: TaskStatusUpdateEvent): boolean {
  return event.status.state === "completed" || event.status.state === "failed";
}

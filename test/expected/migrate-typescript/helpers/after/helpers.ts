import type { Artifact, Part, Message, SendMessageRequest as Params, Task, TaskState, TaskStatusUpdateEvent, StreamResponse } from "@a2agen/a2a-1.0";

type StreamEvent = StreamResponse;

export interface Page<T> {
  readonly items: readonly T[];
}

export function isText(part: Part): part is Extract<Part, { text: unknown }> {
  return part.text !== undefined;
}

export const isFile = (part: Part): part is Extract<Part, { raw: unknown } | { url: unknown }> => part.raw !== undefined || part.url !== undefined;

export function partsOf<T extends Message | Artifact>(holders: readonly T[]): Part[] {
  return holders.flatMap((holder) => holder.parts);
}

export function textsOf(page: Page<Message>): string[] {
  return page.items.flatMap(({ parts }) => parts.filter(isText).map(({ text }) => text));
}

export function links(parts: readonly Part[]): string[] {
  const found: string[] = [];
  for (const part of parts) {
    if (part.raw === undefined && part.url === undefined) continue;
    const file = part;
    if (file.url !== undefined) found.push(file.url);
  }
  return found;
}

export function withMetadata(params: Params, metadata: Record<string, unknown>): Params {
  return { ...params, metadata: { ...params.metadata, ...metadata } };
}

export function asData(value: Record<string, unknown>): Extract<Part, { data: unknown }> {
  return { data: value };
}

export function firstTask(events: readonly StreamEvent[]): Task | undefined {
  return events.find((event) => event.task !== undefined)?.task;
}

export function stateNames(events: readonly StreamEvent[]): TaskState[] {
  return events.filter((event) => event.statusUpdate !== undefined).map((event) => event.statusUpdate.status.state);
}

export function latest<E extends StreamEvent>(events: readonly E[]): E | undefined {
  return events.at(-1);
}

export function isLast(event: TaskStatusUpdateEvent): boolean {
  return event.status.state === "TASK_STATE_COMPLETED" || event.status.state === "TASK_STATE_FAILED";
}

import type { Message, Task, StreamResponse } from "@a2agen/a2a-1.0";

/** Everything that an agent may publish while it works. */
export type AgentEvent = StreamResponse;

export interface EventBus {
  publish(event: AgentEvent): void;
  finished(): void;
}

export interface RequestContext {
  readonly userMessage: Message;
  readonly taskId: string;
  readonly contextId: string;
  readonly task?: Task;
}

export class RecordingBus implements EventBus {
  readonly events: AgentEvent[] = [];
  isFinished = false;

  publish(event: AgentEvent): void {
    this.events.push(event);
  }

  finished(): void {
    this.isFinished = true;
  }
}

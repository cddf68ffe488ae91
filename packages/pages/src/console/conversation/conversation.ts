import type { A2AServiceClient, AgentCard, Message, Part, StreamResponse } from "@a2agen/a2a-1.0";
import { workingState } from "@a2agen/exchange/task-states.ts";
import { isCallError } from "@a2agen/runtime/service";
import { type Signal, signal } from "@preact/signals";
import { explain } from "../session/agent.ts";
import { ThrottledSignal } from "../session/throttled-signal.ts";
import { isWaiting, TaskRecord } from "./task-record.ts";

/** One thing in a conversation, in the order in which it came. */
export type Entry =
  | { readonly kind: "user" | "agent"; readonly key: string; readonly message: Message }
  | { readonly kind: "task"; readonly key: string; readonly record: TaskRecord }
  | { readonly kind: "problem" | "note"; readonly key: string; readonly text: string };

/** Entries of a conversation that are kept: the latest ones. */
const maximumEntries = 2000;

/** The agent of a conversation. */
export interface AgentSession {
  readonly client: A2AServiceClient;
  readonly card: AgentCard;
  /** As it came. */
  readonly receivedCard: unknown;
}

/** The messages and tasks of one context. */
export class Conversation {
  readonly entries: ThrottledSignal<readonly Entry[]> = new ThrottledSignal<readonly Entry[]>([]);
  readonly contextId: Signal<string | undefined> = signal(undefined);
  /** The task that takes the next message, if one waits. */
  readonly current: Signal<TaskRecord | undefined> = signal(undefined);
  readonly isBusy: Signal<boolean> = signal(false);
  readonly title: Signal<string> = signal("New conversation");
  #stop: AbortController | undefined;

  /** Sends a message, and follows what comes; never rejects. */
  async send(parts: readonly Part[], { client, card }: AgentSession): Promise<void> {
    const task = this.current.value?.task.latest;
    const message: Message = {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [...parts],
      ...(this.contextId.value === undefined ? {} : { contextId: this.contextId.value }),
      ...(task !== undefined && isWaiting(task) ? { taskId: task.id } : {}),
    };
    if (this.entries.latest.length === 0) this.title.value = titleOf(parts);
    if (message.taskId !== undefined) this.#reopen(message.taskId);
    this.#add({ kind: "user", key: message.messageId, message });
    if (message.taskId !== undefined) this.#moveToEnd(message.taskId);
    await this.#watch(async (signal) => {
      const call = async (sent: Message): Promise<void> => {
        if (card.capabilities.streaming === true) {
          for await (const event of client.sendStreamingMessage({ message: sent }, { signal }))
            this.take(event);
        } else this.take(await client.sendMessage({ message: sent }, { signal }));
      };
      try {
        await call(message);
      } catch (error) {
        const { taskId, ...rest } = message;
        if (taskId === undefined || !isCallError(error) || error.name !== "TaskNotFoundError") throw error;
        // An agent under development has been started anew, and keeps its tasks in memory.
        this.tell(`The agent does not know the task ${taskId} any more. The message begins a new one.`);
        await call({ ...rest, messageId: crypto.randomUUID() });
      }
    });
  }

  /** Follows a task that goes on; never rejects. */
  async follow(id: string, { client }: AgentSession): Promise<void> {
    await this.#watch(async (signal) => {
      for await (const event of client.subscribeToTask({ id }, { signal })) this.take(event);
    });
  }

  /** Fetches a task as it is now; never rejects. */
  async refresh(id: string, { client }: AgentSession): Promise<void> {
    await this.#watch(async (signal) => this.take({ task: await client.getTask({ id }, { signal }) }));
  }

  /** Asks the agent to cancel a task; never rejects. */
  async cancel(id: string, { client }: AgentSession): Promise<void> {
    try {
      this.take({ task: await client.cancelTask({ id }) });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Stops receiving; the task goes on. */
  leave(): void {
    this.#stop?.abort();
  }

  /** Takes an answer or an event. */
  take(event: StreamResponse): void {
    const { message, task, statusUpdate, artifactUpdate } = event;
    this.contextId.value =
      message?.contextId ??
      task?.contextId ??
      statusUpdate?.contextId ??
      artifactUpdate?.contextId ??
      this.contextId.value;
    if (message !== undefined) this.#add({ kind: "agent", key: message.messageId, message });
    const id = task?.id ?? statusUpdate?.taskId ?? artifactUpdate?.taskId;
    if (id === undefined) return;
    const known = this.findTask(id);
    if (known !== undefined) known.apply(event);
    else {
      const record = new TaskRecord(
        task ?? { id, contextId: this.contextId.value ?? "", status: { state: workingState } },
      );
      if (task === undefined) record.apply(event);
      record.isFollowed.value = this.isBusy.value;
      this.#add({ kind: "task", key: id, record });
    }
    this.current.value = this.findTask(id);
  }

  /** Says something beside the conversation. */
  tell(text: string): void {
    this.#add({ kind: "note", key: crypto.randomUUID(), text });
  }

  findTask(id: string): TaskRecord | undefined {
    for (const entry of this.entries.latest) {
      if (entry.kind === "task" && entry.record.id === id) return entry.record;
    }
    return undefined;
  }

  async #watch(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.isBusy.value = true;
    try {
      await run(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(error);
    } finally {
      if (this.#stop === stop) {
        this.isBusy.value = false;
        for (const entry of this.entries.latest)
          if (entry.kind === "task") entry.record.isFollowed.value = false;
      }
    }
  }

  /** Leaves what a task asked where it was asked: the answer follows it, and the task the answer. */
  #reopen(id: string): void {
    const asked = this.findTask(id)?.task.latest.status.message;
    if (asked !== undefined) this.#add({ kind: "agent", key: asked.messageId, message: asked });
  }

  #moveToEnd(id: string): void {
    const isIt = (entry: Entry): boolean => entry.kind === "task" && entry.record.id === id;
    const { latest } = this.entries;
    this.entries.set([...latest.filter((entry) => !isIt(entry)), ...latest.filter(isIt)]);
  }

  #fail(error: unknown): void {
    this.#add({ kind: "problem", key: crypto.randomUUID(), text: explain(error) });
  }

  #add(entry: Entry): void {
    this.entries.set([...this.entries.latest.slice(1 - maximumEntries), entry]);
  }
}

function titleOf(parts: readonly Part[]): string {
  const text = parts.flatMap((part) => part.text ?? part.filename ?? []).join(" ");
  return text.length > 40 ? `${text.slice(0, 40)}…` : text === "" ? "Data" : text;
}

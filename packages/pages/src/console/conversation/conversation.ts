import type { A2AServiceClient, AgentCard, Part, Task } from "@a2agen/a2a-1.0";
import {
  type ConversationSnapshot,
  type SavedConversation,
  Conversation as Store,
} from "@a2agen/conversation";
import type { Connection } from "@a2agen/runtime/client";
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Additions } from "../extensions/place-data.ts";
import { explain } from "../session/agent.ts";
import { TaskRecord, trimTask } from "./task-record.ts";

/** What a conversation needs of its agent. */
export interface AgentSession {
  readonly client: A2AServiceClient;
  readonly card: AgentCard;
  /** As it came. */
  readonly receivedCard: unknown;
  readonly connection: Pick<Connection<object>, "extensions">;
}

/** A conversation as it is kept over a reload. */
export interface KeptConversation {
  readonly saved: SavedConversation;
  readonly changedAt: number;
}

/** The messages and tasks of one context, as the page shows them. */
export class Conversation {
  /** The URL of its agent, or where the entry of a catalog is chosen, its identifier. */
  agent: string;
  /** When something came last; milliseconds since 1970. */
  changedAt: number;
  readonly snapshot: Signal<ConversationSnapshot>;
  readonly title: ReadonlySignal<string>;
  readonly #store: Store;
  readonly #records = new Map<string, TaskRecord>();
  #agent: AgentSession | undefined;
  #isRestored: boolean;

  constructor(agent: string, kept?: KeptConversation) {
    this.agent = agent;
    this.changedAt = kept?.changedAt ?? Date.now();
    this.#isRestored = kept !== undefined;
    this.#store = new Store({
      ...(kept && { saved: kept.saved }),
      client: () => this.#client(),
      // Its transport resumes streams.
      following: { resume: false },
      // The wire shows requests as they were written.
      configuration: {},
      schedule: requestAnimationFrame,
      trim: trimTask,
      explain,
      onEvent: (event, task) => {
        if (task !== undefined) this.recordOf(task.id).note(event, task);
      },
    });
    this.snapshot = signal(this.#store.getSnapshot());
    this.title = computed(() => this.snapshot.value.title || "New conversation");
    this.#store.subscribe(() => {
      const { entries } = this.snapshot.value;
      if (entries !== this.#store.getSnapshot().entries) this.changedAt = Date.now();
      this.snapshot.value = this.#store.getSnapshot();
    });
  }

  /** Sends a message, and follows what comes; never rejects. */
  send(parts: readonly Part[], agent: AgentSession, additions?: Additions): Promise<void> {
    if (additions === undefined || additions.extensions.length === 0) return this.#as(agent).send(parts);
    const { metadata, extensions, parts: more } = additions;
    const message = { extensions, ...(Object.keys(metadata).length > 0 && { metadata }) };
    const all = [...parts, ...more];
    // A message has at least one part.
    return this.#as(agent).send(all.length === 0 ? [{ text: "" }] : all, { message });
  }

  get id(): string {
    return this.#store.id;
  }

  get isEmpty(): boolean {
    return this.snapshot.value.entries.length === 0;
  }

  /** Sends a message that has failed once more; never rejects. */
  retry(key: string, agent: AgentSession): Promise<void> {
    return this.#as(agent).retry(key);
  }

  /** Goes on with tasks that had not ended before a reload. */
  resume(agent: AgentSession): void {
    if (this.#isRestored) void this.#as(agent).resume();
    this.#isRestored = false;
  }

  toKept(): KeptConversation {
    return { saved: { ...this.#store.toSaved(), agent: this.agent }, changedAt: this.changedAt };
  }

  /** Takes a task of a list; never rejects. */
  take(task: Task, agent: AgentSession): Promise<void> {
    return this.#as(agent).take({ task });
  }

  /** Follows a task; never rejects. */
  follow(id: string, agent: AgentSession): Promise<void> {
    return this.#as(agent).follow(id);
  }

  /** Fetches a task as it is now; never rejects. */
  refresh(id: string, agent: AgentSession): Promise<void> {
    return this.#as(agent).refresh(id);
  }

  /** Asks the agent to cancel a task; never rejects. */
  cancel(id: string, agent: AgentSession): Promise<void> {
    return this.#as(agent).cancel(id);
  }

  /** Stops receiving; tasks go on. */
  leave(): void {
    this.#store.leave();
  }

  /** Says something beside the conversation. */
  tell(text: string): void {
    this.#store.tell(text);
  }

  rename(title: string): void {
    this.#store.rename(title);
  }

  hasTask(id: string): boolean {
    return this.#store.findTask(id) !== undefined;
  }

  /** What the page keeps of a task beside the task. */
  recordOf(id: string): TaskRecord {
    const record = this.#records.get(id) ?? new TaskRecord();
    this.#records.set(id, record);
    return record;
  }

  #as(agent: AgentSession): Store {
    this.#agent = agent;
    return this.#store;
  }

  #client(): A2AServiceClient {
    if (this.#agent === undefined) throw new Error("The page is not connected to an agent.");
    return this.#agent.client;
  }
}

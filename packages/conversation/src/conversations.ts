import { Conversation, type ConversationOptions } from "./conversation.ts";
import { Publisher } from "./publisher.ts";
import type { AgentSource, ConversationSnapshot, ConversationStorage } from "./types.ts";

export interface ConversationsOptions
  extends Pick<
    ConversationOptions,
    "schedule" | "limit" | "following" | "trim" | "configuration" | "explain"
  > {
  /** The agents by their names, under which they are kept. */
  readonly agents: Readonly<Record<string, AgentSource>>;
  /** Default: nothing is kept. */
  readonly storage?: ConversationStorage;
  /** Called with errors of the storage. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** All conversations as they are; never changed, but replaced. */
export interface ConversationsSnapshot {
  /** In the order in which they began. */
  readonly conversations: readonly ConversationSnapshot[];
  /** Whether what was kept has been loaded. */
  readonly isLoaded: boolean;
}

/** Conversations with one agent or several, kept over reloads. */
export class Conversations {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ConversationsSnapshot;
  readonly #options: ConversationsOptions;
  readonly #publisher: Publisher<ConversationsSnapshot>;
  readonly #all = new Map<string, Conversation>();
  #isLoaded = false;
  #saving: Promise<void> | undefined;
  #isStale = false;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    this.#publisher = new Publisher<ConversationsSnapshot>(
      { conversations: [], isLoaded: false },
      options.schedule,
    );
    this.subscribe = this.#publisher.subscribe;
    this.getSnapshot = this.#publisher.getSnapshot;
  }

  /** Begins a conversation with an agent. Throws a TypeError for one that has not been given. */
  begin(agent: string, options: Pick<ConversationOptions, "title"> = {}): Conversation {
    const { agents } = this.#options;
    const client = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
    if (client === undefined) {
      const names = Object.keys(agents).join(", ");
      throw new TypeError(`agent: expected one of ${names}, found ${JSON.stringify(agent)}`);
    }
    const conversation = this.#add({ ...options, client, agent });
    this.#keep();
    return conversation;
  }

  get(id: string): Conversation | undefined {
    return this.#all.get(id);
  }

  /** Stops receiving in a conversation, and forgets it. */
  remove(id: string): void {
    this.#all.get(id)?.leave();
    this.#all.delete(id);
    this.#publish();
    this.#keep();
  }

  /**
   * Loads what was kept, and goes on with tasks that have not ended; resolves when it is shown. Conversations
   * of agents that are not given any more are left out. Rejects with an error of the storage, and nothing is
   * saved then.
   */
  async load(): Promise<void> {
    const loaded = (await this.#options.storage?.load()) ?? [];
    for (const saved of loaded) {
      const { agents } = this.#options;
      const client = Object.hasOwn(agents, saved.agent) ? agents[saved.agent] : undefined;
      if (client === undefined || this.#all.has(saved.id)) continue;
      void this.#add({ client, saved }).resume();
    }
    this.#isLoaded = true;
    this.#publish();
    this.#keep();
  }

  /** Stops receiving everywhere, and resolves when all is kept. */
  async close(): Promise<void> {
    for (const conversation of this.#all.values()) conversation.leave();
    await this.#saving;
  }

  #add(init: Pick<ConversationOptions, "client" | "agent" | "title" | "saved">): Conversation {
    const { agents: _, storage: __, onError: ___, ...shared } = this.#options;
    const conversation = new Conversation({ ...shared, ...init, onKeep: () => this.#keep() });
    this.#all.set(conversation.id, conversation);
    conversation.subscribe(() => this.#publish());
    this.#publish();
    return conversation;
  }

  #publish(): void {
    const conversations = [...this.#all.values()].map((conversation) => conversation.getSnapshot());
    this.#publisher.publish({ conversations, isLoaded: this.#isLoaded });
  }

  /** Saves all, one save after the other: what changes meanwhile is in the next one. */
  #keep(): void {
    this.#isStale = true;
    const { storage } = this.#options;
    if (storage === undefined || !this.#isLoaded) return;
    this.#saving ??= this.#save(storage);
  }

  async #save(storage: ConversationStorage): Promise<void> {
    // Changes that come together are saved together.
    await Promise.resolve();
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await storage.save([...this.#all.values()].map((conversation) => conversation.toSaved()));
      } catch (error) {
        (this.#options.onError ?? console.error)(error);
      }
    }
    this.#saving = undefined;
  }
}

import { effect, type Signal, signal } from "@preact/signals";
import { Conversation, type KeptConversation } from "../conversation/conversation.ts";
import type { OpenAgent } from "./agent.ts";

const storageKey = "a2agen.conversations";

/** Characters that are kept: browsers give a page some millions, and refuse more. */
const maximumKept = 4_000_000;

/** Characters of a file, in base64, that are kept. */
const maximumFile = 32_768;

/** The conversations of the page. They outlive a reload, in this tab, without any credentials. */
export class ConversationList {
  readonly all: Signal<readonly Conversation[]>;
  readonly chosen: Signal<Conversation>;
  readonly #key: string;
  #saving: ReturnType<typeof setTimeout> | undefined;

  /**
   * `id` is that of the conversation to show, if it is kept. Lists with a suffix are kept apart, and show the
   * latest one with the agent.
   */
  constructor(agent: string, id?: string, suffix = "") {
    this.#key = `${storageKey}${suffix}`;
    const kept = readKept(this.#key).map((each) => new Conversation(each.saved.agent, each));
    const last =
      kept.find((each) => (suffix === "" ? each.id === id : each.agent === agent)) ?? new Conversation(agent);
    this.all = signal(kept.includes(last) ? kept : [...kept, last]);
    this.chosen = signal(last);
    effect(() => {
      for (const each of this.all.value) void each.snapshot.value;
      this.#saving ??= setTimeout(() => this.save(), 3000);
    });
    window.addEventListener("pagehide", () => this.save());
  }

  /** Begins a conversation, or goes on with one that has not begun. */
  begin(agent: string): Conversation {
    const empty = this.all.value.find((each) => each.agent === agent && each.isEmpty);
    const conversation = empty ?? new Conversation(agent);
    if (empty === undefined) this.all.value = [...this.all.value, conversation];
    this.chosen.value = conversation;
    return conversation;
  }

  /** Goes on with the latest conversation with an agent, or begins one. */
  turnTo(agent: string): void {
    if (this.chosen.value.isEmpty) this.chosen.value.agent = agent;
    if (this.chosen.value.agent !== agent) this.begin(agent);
  }

  /** Those with an agent that have begun, in the order in which they did. */
  begun(agent: string): readonly Conversation[] {
    return this.all.value.filter((each) => each.agent === agent && !each.isEmpty);
  }

  /** Those with an agent that have begun, the latest first. */
  of(agent: string): readonly Conversation[] {
    return this.begun(agent).toSorted((one, other) => other.changedAt - one.changedAt);
  }

  withTask(id: string): Conversation | undefined {
    return this.all.value.find((each) => each.hasTask(id));
  }

  /** Returns what brings it back. */
  remove(conversation: Conversation): () => void {
    const before = this.all.value;
    const { chosen } = this;
    const wasChosen = chosen.value === conversation;
    conversation.leave();
    this.all.value = before.filter((each) => each !== conversation);
    if (wasChosen) chosen.value = this.of(conversation.agent)[0] ?? this.begin(conversation.agent);
    return () => {
      this.all.value = [...this.all.value, conversation];
      if (wasChosen) chosen.value = conversation;
    };
  }

  /** Follows the tasks that went on over a reload. */
  resume(agent: string, session: OpenAgent): void {
    for (const each of this.all.value) if (each.agent === agent) each.resume(session);
  }

  save(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    let length = 0;
    const latest = this.all.value.toSorted((one, other) => other.changedAt - one.changedAt);
    const texts = latest
      .filter((each) => !each.isEmpty)
      .map((each) => JSON.stringify(each.toKept(), withoutFiles))
      .filter((text) => {
        length += text.length;
        return length < maximumKept;
      });
    try {
      sessionStorage.setItem(this.#key, `[${texts.join(",")}]`);
    } catch {
      // The browser gives less, or nothing: the page works without.
      sessionStorage.removeItem(this.#key);
    }
  }
}

function withoutFiles(key: string, value: unknown): unknown {
  return key === "raw" && typeof value === "string" && value.length > maximumFile ? "" : value;
}

function readKept(key: string): readonly KeptConversation[] {
  // Written by `save`, above.
  return JSON.parse(sessionStorage.getItem(key) ?? "[]") as readonly KeptConversation[];
}

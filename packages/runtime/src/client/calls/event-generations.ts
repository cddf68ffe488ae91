import { valueAt } from "../../service/field-path.ts";
import type { TaskRules } from "../../service/protocol.ts";
import { untagged } from "../../service/stream-progress.ts";

/** What an event is to those that came before it; a gap is a loss, or a change that has no event. */
type GenerationStep = "unknown" | "next" | "seen" | "gap";

/** Where the events of a stream stand by the generation of their task, for servers that count (A2A 1.1). */
export class EventGenerations {
  readonly #rules: TaskRules;
  #last = 0;
  /** Of the event before on this connection. */
  #before: number | undefined;
  /** Servers that give no generation, or one twice, do not count. */
  #counts: boolean;

  constructor(rules: TaskRules) {
    this.#rules = rules;
    this.#counts = rules.eventGenerations !== undefined;
  }

  /** Names the last event for a server; undefined where it does not count. */
  get place(): string | undefined {
    return this.#counts && this.#last > 0 ? `g${this.#last}` : undefined;
  }

  /** Begins another connection, whose first event may be the task as it was. */
  begin(): void {
    this.#before = undefined;
  }

  /** The place of an event; one behind a gap does not count as read. */
  next(event: unknown): GenerationStep {
    if (!this.#counts) return "unknown";
    const generation = this.#generationOf(event);
    if (generation === 0 || generation === this.#before) {
      this.#counts = false;
      return "unknown";
    }
    this.#before = generation;
    if (generation <= this.#last) return "seen";
    const isTask =
      this.#rules.snapshot !== undefined && valueAt(event, [this.#rules.snapshot.event]) !== undefined;
    // The whole task makes up for what came before it.
    if (this.#last > 0 && generation > this.#last + 1 && !isTask) return "gap";
    this.#last = generation;
    return "next";
  }

  /** Whether an event says how often its task has changed. */
  counts(event: unknown): boolean {
    return this.#counts && this.#generationOf(event) > 0;
  }

  /** Whether what has been read is up to an event. */
  has(event: unknown): boolean {
    return this.#generationOf(event) <= this.#last;
  }

  /** Takes the whole task, or an event behind a gap, as read. */
  skipTo(event: unknown): void {
    this.#last = Math.max(this.#last, this.#generationOf(event));
  }

  #generationOf(event: unknown): number {
    const { eventGenerations = [], eventTag } = this.#rules;
    const found = untagged(event, eventTag);
    for (const path of eventGenerations) {
      const generation = Number(valueAt(found, path));
      if (generation > 0) return generation;
    }
    return 0;
  }
}

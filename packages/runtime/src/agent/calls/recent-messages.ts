import { measure } from "../../core/measure.ts";
import type { Message } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { Outcome } from "../runs/outcome.ts";

/** A message and the scope that may see its outcome. */
export interface RepeatedMessage {
  readonly scope: string;
  readonly message: Message;
}

interface Pending {
  readonly message: Message;
  readonly outcome: Promise<Outcome>;
}

interface Recent {
  readonly message: Message;
  readonly outcome: Outcome;
  /** When it expires, by `performance.now`. */
  readonly until: number;
  readonly size: number;
}

/** Limits of what is kept, in messages and in UTF-16 code units. */
const maximumCount = 10_000;
const maximumSize = 16 * 1024 * 1024;

/**
 * The messages that this process accepted recently and their outcomes, so that a repeated message is not
 * answered twice. For tasks the store detects repeated messages as well.
 */
export class RecentMessages {
  readonly #dedupeMs: number;
  readonly #pending = new Map<string, Pending>();
  readonly #recent = new Map<string, Recent>();
  #size = 0;

  constructor(dedupeMs: number) {
    this.#dedupeMs = dedupeMs;
  }

  /**
   * Answers a message once: the same message again, or at the same time, has the same outcome. A different
   * message with the same identifier is answered on its own.
   */
  once(repeated: RepeatedMessage, answer: () => Promise<Answer>): Promise<Outcome> {
    const { scope, message } = repeated;
    const key = `${message.messageId}\n${scope}`;
    const recent = this.#recent.get(key);
    if (recent !== undefined && recent.until > performance.now() && isRepeated(recent, message)) {
      return Promise.resolve(recent.outcome);
    }
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      if (isRepeated(pending, message)) return pending.outcome;
      return answer().then(({ outcome }) => outcome);
    }
    const outcome = this.#answer(key, message, answer);
    this.#pending.set(key, { message, outcome });
    return outcome;
  }

  async #answer(key: string, message: Message, answer: () => Promise<Answer>): Promise<Outcome> {
    try {
      const { outcome, size } = await answer();
      if (size === undefined) return outcome;
      const kept = outcome.kind === "message" ? outcome : { ...outcome, before: undefined, log: undefined };
      this.#keep(key, { message, outcome: kept, size: size + measure(message) });
      return outcome;
    } finally {
      this.#pending.delete(key);
    }
  }

  #keep(key: string, recent: Omit<Recent, "until">): void {
    if (recent.size > maximumSize) return;
    const now = performance.now();
    this.#forget(key);
    this.#recent.set(key, { ...recent, until: now + this.#dedupeMs });
    this.#size += recent.size;
    // The oldest are first.
    for (const [oldest, { until }] of this.#recent) {
      if (this.#recent.size <= maximumCount && this.#size <= maximumSize && until > now) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const recent = this.#recent.get(key);
    if (recent === undefined) return;
    this.#recent.delete(key);
    this.#size -= recent.size;
  }
}

export interface Answer {
  readonly outcome: Outcome;
  /** UTF-16 code units of the outcome; undefined if it need not be kept. */
  readonly size: number | undefined;
}

/** Whether a message is repeated; its outcome may name a task and a context that the message did not. */
function isRepeated({ message, outcome }: Pending | Recent, given: Message): boolean {
  const { taskId, contextId } = "kind" in outcome ? placeOf(outcome) : {};
  return (
    isSamePlace(given.taskId, message.taskId, taskId) &&
    isSamePlace(given.contextId, message.contextId, contextId) &&
    isSameMessage(message, given)
  );
}

function placeOf(outcome: Outcome): { readonly taskId?: string; readonly contextId?: string } {
  return outcome.kind === "message" ? outcome.message : { taskId: outcome.taskId };
}

function isSamePlace(given = "", before = "", after = before): boolean {
  return given === before || given === after;
}

/** Whether two messages are the same, apart from the task and the context that the agent fills in. */
export function isSameMessage(one: Message, other: Message): boolean {
  if (one.messageId !== other.messageId) return false;
  const { taskId, contextId, ...rest } = one;
  const { taskId: otherTask, contextId: otherContext, ...otherRest } = other;
  const isSame = (a = "", b = ""): boolean => a === "" || b === "" || a === b;
  return (
    isSame(taskId, otherTask) &&
    isSame(contextId, otherContext) &&
    JSON.stringify(sortKeys(rest)) === JSON.stringify(sortKeys(otherRest))
  );
}

/** Sorts the properties of the message itself, which the agent keeps in its own order. */
function sortKeys(message: object): object {
  return Object.fromEntries(Object.entries(message).sort(([a], [b]) => (a < b ? -1 : 1)));
}

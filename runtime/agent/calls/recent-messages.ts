import { measure } from "../core/copy-measured.ts";
import type { Message } from "../generated/lf/a2a/v1/a2a_types.ts";
import type { Outcome } from "../runs/running-task.ts";

/** A message, and who may see what comes of it. */
export interface RepeatedMessage {
  readonly scope: string;
  readonly message: Message;
}

interface Pending {
  readonly message: Message;
  readonly outcome: Promise<Outcome>;
}

interface Known {
  readonly message: Message;
  readonly outcome: Outcome;
  /** When it is forgotten, in milliseconds since 1970. */
  readonly until: number;
  readonly size: number;
}

/** Answers that are kept, and UTF-16 code units that they may have together. */
const maximumCount = 10_000;
const maximumSize = 16 * 1024 * 1024;

/**
 * The messages that this process has taken lately and what came of them, so that one that is sent again
 * is not answered again. Tasks are known by their store besides.
 */
export class Repeats {
  readonly #repeatMs: number;
  readonly #pending = new Map<string, Pending>();
  readonly #known = new Map<string, Known>();
  #size = 0;

  constructor(repeatMs: number) {
    this.#repeatMs = repeatMs;
  }

  /**
   * Answers a message once: the same message at the same time, or again, has the same outcome. One with
   * the identifier of another message is answered like every other.
   */
  once(repeated: RepeatedMessage, answer: () => Promise<Remembered>): Promise<Outcome> {
    const { scope, message } = repeated;
    const key = `${message.messageId}\n${scope}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > Date.now() && isRepeated(known, message)) {
      return Promise.resolve(known.outcome);
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

  async #answer(key: string, message: Message, answer: () => Promise<Remembered>): Promise<Outcome> {
    try {
      const { outcome, size } = await answer();
      if (size === undefined) return outcome;
      const kept =
        outcome.kind === "message" ? outcome : { ...outcome, beginning: undefined, log: undefined };
      this.#remember(key, { message, outcome: kept, size: size + measure(message) });
      return outcome;
    } finally {
      this.#pending.delete(key);
    }
  }

  #remember(key: string, known: Omit<Known, "until">): void {
    if (known.size > maximumSize) return;
    const now = Date.now();
    this.#forget(key);
    this.#known.set(key, { ...known, until: now + this.#repeatMs });
    this.#size += known.size;
    // The oldest are first.
    for (const [oldest, { until }] of this.#known) {
      if (this.#known.size <= maximumCount && this.#size <= maximumSize && until > now) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#size -= known.size;
  }
}

export interface Remembered {
  readonly outcome: Outcome;
  /** UTF-16 code units of the outcome; undefined for one that need not be kept. */
  readonly size: number | undefined;
}

/** Whether a message came before; what came of that one may have a task and a context that it had not. */
function isRepeated({ message, outcome }: Pending | Known, given: Message): boolean {
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

/** Whether two messages are the same, but for the task and the context that the agent has filled in. */
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

/** Properties of the message itself in one order: the agent keeps them in its own. */
function sortKeys(message: object): object {
  return Object.fromEntries(Object.entries(message).sort(([a], [b]) => (a < b ? -1 : 1)));
}

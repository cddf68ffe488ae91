import { valueAt } from "../service/field-path.ts";
import type { FieldPath, TaskRules } from "../service/protocol.ts";

/** What the events of a task's stream have told so far. */
export class StreamProgress {
  readonly #rules: TaskRules;
  #taskId: string | undefined;
  #state: string | undefined;
  #isAnswered = false;
  #isEnded = false;
  #isFirst = true;

  constructor(rules: TaskRules) {
    this.#rules = rules;
  }

  /** The task that the stream is about; undefined until an event names it. */
  get taskId(): string | undefined {
    return this.#taskId;
  }

  /** Whether nothing more can come: the task has ended, the server said so, or the whole answer is a message. */
  get isComplete(): boolean {
    return this.#isAnswered || this.#isEnded || this.#isIn(this.#rules.terminalStates);
  }

  /** Whether a stream must not end here: its task goes on, and does not wait for the client. */
  get isUnfinished(): boolean {
    return this.#taskId !== undefined && !this.isComplete && !this.#isIn(this.#rules.interruptedStates);
  }

  /** Whether the connection has brought no event yet. */
  get isFresh(): boolean {
    return this.#isFirst;
  }

  /** Says that the next event is the first one of a connection: the task as it is, when it was taken up again. */
  begin(): void {
    this.#isFirst = true;
  }

  /** Takes an event in; true when it tells something new, which the first one of a connection may not. */
  take(event: unknown): boolean {
    const { eventTag, eventTaskIds, eventStates, eventEnds = [], eventMessages } = this.#rules;
    const before = this.#state;
    const told = eventTag === undefined ? event : underTag(event, eventTag);
    this.#taskId = firstText(told, eventTaskIds) ?? this.#taskId;
    this.#state = firstText(told, eventStates) ?? this.#state;
    this.#isAnswered ||= eventMessages.some((path) => valueAt(told, path) !== undefined);
    this.#isEnded = eventEnds.some((path) => valueAt(told, path) === true);
    const isNew = !this.#isFirst || this.#state !== before;
    this.#isFirst = false;
    return isNew;
  }

  #isIn(states: readonly string[]): boolean {
    return this.#state !== undefined && states.includes(this.#state);
  }
}

/** An event as the member of an object that is named by the value of its tag. */
function underTag(event: unknown, tag: string): unknown {
  const name = valueAt(event, [tag]);
  return typeof name === "string" ? Object.fromEntries([[name, event]]) : undefined;
}

function firstText(event: unknown, paths: readonly FieldPath[]): string | undefined {
  for (const path of paths) {
    const value = valueAt(event, path);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

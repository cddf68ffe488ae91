import { valueAt } from "./field-path.ts";
import type { FieldPath, TaskRules } from "./protocol.ts";

/** The state of a task by the events of its stream. */
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

  /** The state of the task; undefined until an event reports it. */
  get state(): string | undefined {
    return this.#state;
  }

  /**
   * Whether no event can follow: the task has ended, the server said so, or the whole answer is a message.
   */
  get isComplete(): boolean {
    return this.#isAnswered || this.#isEnded || this.#isIn(this.#rules.terminalStates);
  }

  /** Whether the stream must not end yet: its task is neither terminal nor interrupted. */
  get isUnfinished(): boolean {
    return this.#taskId !== undefined && !this.isComplete && !this.#isIn(this.#rules.interruptedStates);
  }

  /** Whether the connection has brought no event yet. */
  get isFresh(): boolean {
    return this.#isFirst;
  }

  /** Names the task of a stream whose events have not: that of the request. */
  nameTask(taskId: string): void {
    this.#taskId ??= taskId;
  }

  /** Begins another connection, whose first event is the task if the stream was resumed. */
  begin(): void {
    this.#isFirst = true;
  }

  /** Adds an event; true if it is new, which the first one of a connection may not be. */
  add(event: unknown): boolean {
    const { eventTag, eventTaskIds, eventStates, eventEnds = [], eventMessages } = this.#rules;
    const before = this.#state;
    const found = untagged(event, eventTag);
    this.#taskId = firstText(found, eventTaskIds) ?? this.#taskId;
    this.#state = firstText(found, eventStates) ?? this.#state;
    this.#isAnswered ||= eventMessages.some((path) => valueAt(found, path) !== undefined);
    this.#isEnded = eventEnds.some((path) => valueAt(found, path) === true);
    const isNew = !this.#isFirst || this.#state !== before;
    this.#isFirst = false;
    return isNew;
  }

  #isIn(states: readonly string[]): boolean {
    return this.#state !== undefined && states.includes(this.#state);
  }
}

/**
 * An event as the paths of the rules read it: as the property of an object, named by the value of its tag if
 * it has one.
 */
export function untagged(event: unknown, tag: string | undefined): unknown {
  if (tag === undefined) return event;
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

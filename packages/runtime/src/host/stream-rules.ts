import { valueAt } from "../service/field-path.ts";
import type { Method, ServiceDefinition } from "../service/method.ts";
import type { TaskRules } from "../service/protocol.ts";
import { StreamProgress, untagged } from "../service/stream-progress.ts";

export interface StreamRulesInit {
  /** Whether the method subscribes to a task. */
  readonly isResumed: boolean;
  /** Whether the client named the last event that it has, after which the stream may go on. */
  readonly isContinued: boolean;
}

/** Whether events may follow one another in a stream: one message, or one task to its end (A2A 3.1.2). */
export class StreamRules {
  readonly #rules: TaskRules;
  readonly #progress: StreamProgress;
  readonly #isResumed: boolean;
  readonly #isContinued: boolean;
  #isFirst = true;

  constructor(rules: TaskRules, { isResumed, isContinued }: StreamRulesInit) {
    this.#rules = rules;
    this.#progress = new StreamProgress(rules);
    this.#isResumed = isResumed;
    this.#isContinued = isResumed && isContinued;
  }

  /** Whether no event may follow. */
  get isComplete(): boolean {
    return this.#progress.isComplete;
  }

  /** Adds an event; returns why it may not be there. */
  add(event: unknown): string | undefined {
    const { eventMessages, eventTag, snapshot, streamsBeginWithTask = false } = this.#rules;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (this.isComplete)
      return "an event after the last one: a stream ends with its message, or when its task has ended";
    const before = this.#progress.taskId;
    this.#progress.add(event);
    const { taskId } = this.#progress;
    if (before !== undefined && taskId !== before) {
      return `an event of the task ${JSON.stringify(taskId)} in the stream of ${JSON.stringify(before)}`;
    }
    if (!streamsBeginWithTask) return undefined;
    const found = untagged(event, eventTag);
    const isMessage = eventMessages.some((path) => valueAt(found, path) !== undefined);
    if (isMessage && (!isFirst || this.#isResumed)) return "a message in the stream of a task";
    if (this.#isContinued) return undefined;
    if (isFirst && !isMessage && snapshot !== undefined && valueAt(found, [snapshot.event]) === undefined) {
      return "an update before the task: a stream begins with its task, or is one message";
    }
    return undefined;
  }
}

/** The rules for a stream of a method; undefined for one that is not of a task's events. */
export function streamRulesOf(
  { methods, protocol }: Pick<ServiceDefinition, "methods" | "protocol">,
  method: Method,
  { isContinued }: Pick<StreamRulesInit, "isContinued">,
): StreamRules | undefined {
  const { tasks } = protocol;
  const resume = Object.values<Method>(methods).find(({ name }) => name === tasks?.resume.method);
  if (tasks === undefined || resume?.output.typeName !== method.output.typeName) return undefined;
  return new StreamRules(tasks, { isResumed: method.name === resume.name, isContinued });
}

import type { Ending, Observer, Sight } from "./observer.ts";
import { answerOf } from "./puppet-author.ts";
import type { ShownEvent, ShownTask } from "./shown.ts";
import { isAtRest, isInterrupted, isTerminal, type ModelMessage, TaskModel } from "./task-model.ts";

export type Mode = "blocking" | "immediate" | "stream";

/** What a caller should see, as far as the model knows. */
export class Expected implements Sight {
  readonly observer: Observer;
  readonly kind: Mode | "subscribe" | "cancel";
  readonly historyLength: number | undefined;
  readonly events: ShownEvent[] = [];
  ending: Ending | undefined;
  /** The task that it waits for. */
  task: TaskModel | undefined;

  constructor(observer: Observer, kind: Mode | "subscribe" | "cancel", historyLength?: number) {
    this.observer = observer;
    this.kind = kind;
    this.historyLength = historyLength;
  }

  /** Whether its client has gone, while the agent may be at work on the call. */
  isLingering = false;

  /** The client goes. */
  leave(): void {
    // Who has asked for a task to end waits for it, and so do those whose message has no answer yet; who
    // waits for a task is let go when the agent looks.
    this.isLingering = this.kind === "cancel" || this.kind === "blocking" || this.task === undefined;
    this.fail("CANCELLED");
  }

  fail(error: string, ...fields: readonly string[]): void {
    this.end({ failure: { error, ...(fields.length === 0 ? {} : { fields }) } });
  }

  end(ending: Ending): void {
    this.ending = ending;
    this.task = undefined;
  }

  /** The call is answered with a message. */
  reply(text: string): void {
    const shown = `message "${text}"`;
    if (this.kind !== "stream") this.end({ answer: shown });
    else {
      this.events.push(shown);
      this.end("end");
    }
  }

  /** The call concerns a task, as it is now. */
  concern(task: TaskModel): void {
    if (this.kind === "stream" || this.kind === "subscribe") this.events.push(task.shown(this.historyLength));
    this.task = task;
    if (this.kind === "immediate") this.end({ answer: task.shown(this.historyLength) });
    else this.look();
  }

  /** Something has happened to the task. */
  look(): void {
    const { task } = this;
    if (task === undefined) return;
    const isOver = this.kind === "subscribe" || this.kind === "cancel" ? isTerminal : isAtRest;
    if (!isOver(task.state)) return;
    const isStream = this.kind === "stream" || this.kind === "subscribe";
    this.end(isStream ? "end" : { answer: task.shown(this.historyLength) });
  }
}

/** A message that a principal has sent, and what came of it. */
interface Sent {
  readonly principal: string;
  readonly message: ModelMessage;
  outcome:
    | { readonly task: TaskModel }
    | { readonly reply: string }
    | { readonly pending: PendingAnswer }
    | undefined;
}

/** An answer that the author owes, and who waits for it. */
export interface PendingAnswer {
  readonly sent: Sent;
  readonly callers: Expected[];
}

/** The turn of an author that begins, as the kit has begun it. */
export interface BegunTurn {
  readonly taskId: string;
  readonly contextId: string;
  readonly text: string;
}

export interface AgentModelOptions {
  readonly waitingMessages: number;
}

/** What an agent should answer. */
export class AgentModel {
  now: number;
  reports = 0;
  readonly tasks: TaskModel[] = [];
  readonly sent: Sent[] = [];
  readonly pending: PendingAnswer[] = [];
  readonly expected: Expected[] = [];
  readonly #options: AgentModelOptions;
  /** Turns that the kit has begun and the model has not expected so far. */
  begun: BegunTurn[] = [];
  #count = 0;

  constructor(now: number, options: AgentModelOptions) {
    this.now = now;
    this.#options = options;
  }

  /** A text that no other has. */
  unique(text: string): string {
    this.#count++;
    return `${text}${this.#count}`;
  }

  expect(expected: Expected): Expected {
    this.expected.push(expected);
    return expected;
  }

  send(expected: Expected, principal: string, message: ModelMessage): void {
    const earlier = this.sent.findLast((one) => one.principal === principal && isSame(one.message, message));
    const outcome = earlier?.outcome;
    const isRepeated = earlier?.message.taskId === message.taskId;
    if (isRepeated && outcome !== undefined && "reply" in outcome) expected.reply(outcome.reply);
    else if (isRepeated && outcome !== undefined && "pending" in outcome)
      outcome.pending.callers.push(expected);
    else if (message.taskId !== undefined)
      this.#continue(expected, principal, { ...message, taskId: message.taskId });
    else if (outcome !== undefined && "task" in outcome) expected.concern(outcome.task);
    else this.#begin(expected, principal, message);
  }

  /** The author answers at last. */
  release(pending: PendingAnswer, how: "work" | "fail" | { readonly reply: string }): void {
    this.pending.splice(this.pending.indexOf(pending), 1);
    const { sent } = pending;
    const callers = pending.callers.filter(({ ending }) => ending === undefined);
    sent.outcome = undefined;
    if (how === "fail") {
      this.reports++;
      for (const caller of callers) caller.fail("INTERNAL");
    } else if (how === "work") {
      const task = this.#beginTask(sent.principal, sent.message);
      sent.outcome = { task };
      for (const caller of callers) caller.concern(task);
    } else {
      sent.outcome = how;
      for (const caller of callers) caller.reply(how.reply);
    }
  }

  /** A turn of a task ends. */
  endTurn(task: TaskModel): void {
    for (let next = task.endTurn(); next !== undefined; next = task.endTurn()) {
      const answer = answerOf(next.text);
      if (answer === "reply") task.takeReply(`re: ${next.text}`);
      else if (answer === "refuse") {
        task.throwError();
        return;
      } else {
        this.#takeTurn(next.text);
        return;
      }
    }
  }

  subscribe(expected: Expected, principal: string, id: string): void {
    const task = this.find(principal, id);
    if (task === undefined) expected.fail("TaskNotFoundError");
    else if (isTerminal(task.state)) expected.fail("UnsupportedOperationError");
    else expected.concern(task);
  }

  cancel(expected: Expected, principal: string, id: string): void {
    const task = this.find(principal, id);
    if (task === undefined) expected.fail("TaskNotFoundError");
    else if (isTerminal(task.state)) expected.fail("TaskNotCancelableError");
    else {
      task.cancel();
      expected.concern(task);
    }
  }

  get(expected: Expected, principal: string, id: string): void {
    const task = this.find(principal, id);
    if (task === undefined) expected.fail("TaskNotFoundError");
    else expected.concern(task);
  }

  list(
    principal: string,
    { contextId, state, since, historyLength = 0, withArtifacts }: ListFilters,
  ): readonly ShownTask[] {
    return this.tasks
      .filter((task) => task.owner === principal)
      .filter((task) => contextId === undefined || task.contextId === contextId)
      .filter((task) => state === undefined || task.state === state)
      .filter((task) => since === undefined || task.time >= since)
      .sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
      .map((task) => task.shown(historyLength, withArtifacts));
  }

  find(principal: string, id: string): TaskModel | undefined {
    return this.tasks.find((task) => task.id === id && task.owner === principal);
  }

  #begin(expected: Expected, principal: string, message: ModelMessage): void {
    const sent: Sent = { principal, message, outcome: undefined };
    this.sent.push(sent);
    const answer = answerOf(message.text);
    if (answer === "refuse") {
      this.reports++;
      expected.fail("INTERNAL");
    } else if (answer === "later") {
      const pending = { sent, callers: [expected] };
      sent.outcome = { pending };
      this.pending.push(pending);
    } else if (answer === "reply") {
      sent.outcome = { reply: `re: ${message.text}` };
      expected.reply(sent.outcome.reply);
    } else {
      const task = this.#beginTask(principal, message);
      sent.outcome = { task };
      expected.concern(task);
    }
  }

  #beginTask(owner: string, message: ModelMessage): TaskModel {
    const { taskId: id, contextId } = this.#takeTurn(message.text);
    if (message.contextId !== undefined && message.contextId !== contextId) {
      throw new Error(`expected the context ${message.contextId}, found ${contextId}`);
    }
    const task = new TaskModel({
      id,
      contextId,
      owner,
      message,
      now: () => this.now,
      tell: (updates) => this.#tell(task, updates),
      report: () => this.reports++,
    });
    this.tasks.push(task);
    return task;
  }

  #continue(
    expected: Expected,
    principal: string,
    message: ModelMessage & { readonly taskId: string },
  ): void {
    const task = this.find(principal, message.taskId);
    const known = task?.messages.slice(1).findLast(({ messageId }) => messageId === message.messageId);
    if (task === undefined) expected.fail("TaskNotFoundError");
    else if (message.contextId !== undefined && message.contextId !== task.contextId) {
      expected.fail("INVALID_ARGUMENT", "message.contextId");
    } else if (known !== undefined && isSame(known, message)) {
      // The first message of a task that newly names it is another one.
      expected.concern(task);
    } else if (isTerminal(task.state) || task.isStopping) expected.fail("UnsupportedOperationError");
    else if (!task.isAtWork) this.#wake(expected, task, message);
    else if (task.waiting.length >= this.#options.waitingMessages) expected.fail("RESOURCE_EXHAUSTED");
    else {
      task.enqueue(message);
      expected.concern(task);
    }
  }

  /** A message to a task that waits for it. */
  #wake(expected: Expected, task: TaskModel, message: ModelMessage): void {
    if (!isInterrupted(task.state)) throw new Error(`nobody is at work on a task in the state ${task.state}`);
    switch (answerOf(message.text)) {
      case "refuse":
        this.reports++;
        expected.fail("INTERNAL");
        break;
      case "reply": {
        const reply = `re: ${message.text}`;
        task.chat(message, reply);
        this.sent.push({ principal: task.owner, message, outcome: { reply } });
        expected.reply(reply);
        break;
      }
      case "work":
      case "promise":
      case "later":
        task.continueWith(message);
        this.#takeTurn(message.text);
        expected.concern(task);
    }
  }

  #takeTurn(text: string): BegunTurn {
    const turn = this.begun.shift();
    if (turn?.text !== text) throw new Error(`expected a turn for ${text}, found ${turn?.text ?? "none"}`);
    return turn;
  }

  #tell(task: TaskModel, updates: readonly string[]): void {
    for (const expected of this.expected) {
      if (expected.task !== task) continue;
      if (expected.kind === "stream" || expected.kind === "subscribe") expected.events.push(...updates);
      expected.look();
    }
  }
}

export interface ListFilters {
  readonly contextId?: string | undefined;
  readonly state?: string | undefined;
  readonly since?: number | undefined;
  readonly historyLength?: number | undefined;
  readonly withArtifacts: boolean;
}

function isSame(one: ModelMessage, other: ModelMessage): boolean {
  return one.messageId === other.messageId && one.text === other.text;
}

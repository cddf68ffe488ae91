import { CallError, isCallError } from "../service/index.ts";
import { unref } from "../service/unref.ts";
import { type AgentCore, readTask, toStoreError } from "./agent-core.ts";
import { checkRoom, openLog, type ReadTask, toLogError, tooLarge } from "./agent-log.ts";
import { DepthError, type Measured, measure, SizeError } from "./copy-measured.ts";
import type { Reply } from "./execute.ts";
import { foldEntries } from "./fold-entry.ts";
import { type Message, type Task, TaskState } from "./generated/lf/a2a/v1/a2a_types.ts";
import { nextMacrotask } from "./next-macrotask.ts";
import type { Outcome, RunningTask } from "./running-task.ts";
import type { Runs } from "./runs.ts";
import { statusTime } from "./status-time.ts";
import {
  AuthorError,
  type EntryCheck,
  type EventEntry,
  statusEntry,
  toEntry,
  toReply,
} from "./task-entries.ts";
import type { TaskEntry } from "./task-entry.ts";
import { StoreFailure, type TaskLog } from "./task-log.ts";
import { isTaskStoreError, type NewTask, type StoredTask } from "./task-store.ts";
import { AuthorTurn, type TurnRequest } from "./turn.ts";

export interface TaskRunInit {
  readonly core: AgentCore;
  readonly runs: Runs<TaskRun>;
  readonly taskId: string;
  readonly contextId: string;
  readonly scope: string;
  readonly request: TurnRequest;
  /** The task that the message continues, which waits for it; undefined when the message begins one. */
  readonly stored: StoredTask | undefined;
}

/** How a task comes to exist. */
export interface Beginning {
  readonly repeat: NewTask["repeat"];
  /** Runs once the task exists and before it is worked on; when it fails there is no task. */
  readonly prepare: ((taskId: string, version: number) => Promise<void>) | undefined;
}

/** Why a turn is to stop, and what becomes of its task then. */
interface Stop {
  readonly reason: CallError;
  readonly state: TaskState;
  readonly text?: string;
}

type Events = AsyncIterable<unknown>;

/** Events after which the event loop has a turn. */
const eventsPerTurn = 32;

/**
 * The work on one task in this process: turn after turn, as long as there are messages for it. It owns
 * the task while the state says that it is at work; a status by somebody else ends it.
 */
export class TaskRun implements RunningTask {
  readonly id: string;
  readonly begun: Promise<void>;
  readonly #init: TaskRunInit;
  readonly #core: AgentCore;
  readonly #waiting: TurnRequest[] = [];
  #log: TaskLog | undefined;
  #turn: AuthorTurn;
  #turnBegan = Date.now();
  #iterator: AsyncIterator<unknown> | undefined;
  /** The state to which the task goes back after a turn that only replies. */
  #resting: TaskState | undefined;
  #stop: Stop | undefined;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ((reason: CallError) => void) | undefined;
  #isAsked = false;
  /** Takes no more messages. */
  #isClosed = false;
  /** Whatever its author still does is ignored. */
  #isOver = false;
  /** The store did not take the last word. */
  #isLost = false;
  #watch: AbortController | undefined;
  #isWatching = false;
  #tellBegun: () => void = () => undefined;
  #whenOver: (() => void)[] = [];

  constructor(init: TaskRunInit) {
    this.#init = init;
    this.#core = init.core;
    this.id = init.taskId;
    this.begun = new Promise((resolve) => {
      this.#tellBegun = resolve;
    });
    const { stored } = init;
    this.#turn = this.#makeTurn(
      init.request,
      stored === undefined ? undefined : () => foldEntries(stored.task, this.#claim(init.request.message)),
    );
    if (stored !== undefined) this.#log = this.#openLog(stored);
  }

  get log(): TaskLog | undefined {
    return this.#log;
  }

  /** Whether code of the author ran before there was a task: it answered with a promise. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /**
   * Calls the author for the first message. Afterwards there is a reply, or the task exists and is worked
   * on. Undefined when the task that was to be continued is at work elsewhere by now. Fails with what the
   * client is told.
   */
  async begin(beginning: Beginning): Promise<Outcome | undefined> {
    try {
      const given = this.#askFirst();
      const answer = isEvents(given) ? given : await given;
      if (isEvents(answer)) return await this.#beginTask(answer, beginning);
      return await this.#reply(answer);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#tellBegun();
    }
  }

  async enqueue(request: TurnRequest, size: number): Promise<boolean> {
    await this.begun;
    const log = this.#log;
    if (log === undefined || this.#isOver) return false;
    const { states, limits, errors } = this.#core;
    let isTaken = false;
    const decide = (): readonly TaskEntry[] => {
      isTaken = false;
      if (this.#isClosed || this.#isOver) return [];
      if (states.isTerminal(log.state)) throw errors.taskEnded(this.id, log.state);
      if (this.#stop !== undefined) throw errors.taskBeingStopped(this.id);
      if (this.#waiting.length >= limits.waitingMessages) {
        throw new CallError(
          "RESOURCE_EXHAUSTED",
          `the task has ${limits.waitingMessages} messages that wait for its turn at work, its limit`,
          { retryAfterMs: 1000, metadata: { taskId: this.id } },
        );
      }
      checkRoom(this.#core, log, size);
      isTaken = true;
      return [...this.#resume(log), { message: request.message }];
    };
    try {
      await log.write(decide, { size, written: () => this.#waiting.push(request) });
    } catch (error) {
      throw this.#toCallError(error);
    }
    return isTaken;
  }

  async cancel(): Promise<void> {
    // A task that is there already can be canceled while its author makes up its mind.
    if (this.#log === undefined) await this.begun;
    const log = this.#log;
    if (log === undefined || this.#isOver) return;
    this.#begin({
      reason: new CallError("CANCELLED", "the task was canceled", { metadata: { taskId: this.id } }),
      state: TaskState.Canceled,
    });
    if (this.#core.states.isInterrupted(log.state)) {
      const place = this.#place;
      try {
        await log.write(() =>
          this.#core.states.isInterrupted(log.state)
            ? [statusEntry(place, TaskState.Canceled, { least: log.status.timestamp })]
            : [],
        );
      } catch (error) {
        throw this.#toCallError(error);
      }
    }
    await log.until(this.#core.states.isTerminal);
  }

  async shutDown(graceMs: number): Promise<void> {
    this.#begin(
      {
        reason: new CallError("UNAVAILABLE", "the agent is shutting down", { reason: "SHUTTING_DOWN" }),
        state: TaskState.Failed,
        text: "The agent was shut down before the task was done.",
      },
      graceMs,
    );
    if (!this.#isOver) await new Promise<void>((resolve) => this.#whenOver.push(resolve));
  }

  sweep(now: number): void {
    const { turnMs } = this.#core.limits;
    if (this.#stop === undefined && now - this.#turnBegan >= turnMs) {
      this.#core.report(new Error(`the turn took longer than ${turnMs} ms`), {
        taskId: this.id,
        activity: "execute",
      });
      this.#begin({
        reason: new CallError("DEADLINE_EXCEEDED", "the agent took longer than it may for a message"),
        state: TaskState.Failed,
        text: "The agent took longer than it may for a message.",
      });
    }
    this.#log?.watchCalls();
    this.#watchLog();
  }

  get #place(): { readonly taskId: string; readonly contextId: string } {
    return { taskId: this.id, contextId: this.#init.contextId };
  }

  get #check(): EntryCheck {
    return { codec: this.#core.codec, size: this.#core.limits.size };
  }

  #openLog(stored: ReadTask): TaskLog {
    return openLog(this.#core, stored, (entry) => this.#takeForeign(entry));
  }

  #makeTurn(request: TurnRequest, task: (() => Task | undefined) | undefined): AuthorTurn {
    const { store } = this.#core;
    const { scope, contextId } = this.#init;
    return new AuthorTurn({
      request,
      taskId: this.id,
      contextId,
      isFirst: task === undefined,
      task: task ?? (() => undefined),
      references: async (ids) => {
        const found = await Promise.all(
          ids.slice(0, maximumReferences).map((id) => readTask(this.#core, id)),
        );
        return found.flatMap((one) => (one?.scope === scope ? [one.task] : []));
      },
      siblings: async (limit) => {
        const page = await store.list({ scope, contextId, limit: limit + 1, artifacts: true });
        return page.tasks.filter(({ id }) => id !== this.id).slice(0, limit);
      },
    });
  }

  /** What the author answers to the first message, before there is a task. */
  #askFirst(): Events | Promise<Events | Reply> {
    try {
      const given = this.#ask(this.#turn);
      return isEvents(given) ? given : given.catch((error: unknown) => this.#refuse(error));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Throws what the client is told of something that its author threw. */
  #refuse(thrown: unknown): never {
    if (this.#stop !== undefined) throw this.#stop.reason;
    const error = toReadable(thrown);
    if (isCallError(error)) throw error;
    this.#core.report(error, { taskId: undefined, activity: "execute" });
    throw new CallError("INTERNAL", "internal error");
  }

  /** Whether an answer is a reply is looked at where it is used. */
  #ask(turn: AuthorTurn): Events | Promise<Events | Reply> {
    const given: unknown = this.#core.execute(turn);
    if (isEvents(given)) return given;
    if (!isPromise(given)) {
      throw new AuthorError("execute: expected an async iterable or a promise, found something else");
    }
    this.#isAsked = true;
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      given.then((answer) => resolve(answer as Events | Reply), reject);
    });
  }

  async #beginTask(events: Events, beginning: Beginning): Promise<Outcome | undefined> {
    if (this.#stop !== undefined) throw this.#stop.reason;
    const outcome =
      this.#log === undefined ? await this.#create(beginning) : await this.#continue(this.#log, beginning);
    if (outcome?.taskId === this.id) void this.#work(events);
    else this.#end();
    return outcome;
  }

  /** Makes the task, unless the same message has made one already. */
  async #create({ repeat, prepare }: Beginning): Promise<Outcome & { readonly kind: "task" }> {
    const { store, limits } = this.#core;
    const { request, contextId, scope } = this.#init;
    const task: Task = {
      id: this.id,
      contextId,
      status: { state: TaskState.Submitted, timestamp: statusTime() },
      history: [request.message],
    };
    const size = measure(task);
    if (size > limits.size) throw tooLarge(this.#core);
    let existing: string | undefined;
    try {
      ({ existing } = await store.create({
        task,
        scope,
        ...(repeat === undefined ? {} : { repeat }),
      }));
    } catch (error) {
      throw toStoreError(this.#core, error, undefined);
    }
    if (existing !== undefined) return { kind: "task", taskId: existing, beginning: undefined };
    if (prepare !== undefined) {
      try {
        await prepare(this.id, 0);
      } catch (error) {
        await store.delete(this.id);
        throw error;
      }
    }
    this.#log = this.#openLog({ task, version: 0, size });
    return { kind: "task", taskId: this.id, beginning: { task, version: 0 }, log: this.#log };
  }

  /** Takes the task for this process; undefined when somebody else has it. */
  async #continue(
    log: TaskLog,
    { prepare }: Beginning,
  ): Promise<(Outcome & { readonly kind: "task" }) | undefined> {
    const { states, errors } = this.#core;
    const { message } = this.#init.request;
    const size = measure(message);
    await prepare?.(this.id, log.version);
    let isTaken = false;
    try {
      await log.write(
        () => {
          isTaken = false;
          if (states.isTerminal(log.state)) throw errors.taskEnded(this.id, log.state);
          if (this.#isOver || !states.isInterrupted(log.state)) return [];
          checkRoom(this.#core, log, size);
          isTaken = true;
          return this.#claim(message);
        },
        { size },
      );
    } catch (error) {
      throw this.#toCallError(error);
    }
    if (!isTaken) return undefined;
    return { kind: "task", taskId: this.id, beginning: await readTask(this.#core, this.id), log };
  }

  /** The entries by which a message takes up a task that waits for it. */
  #claim(message: Message): readonly TaskEntry[] {
    const { stored } = this.#init;
    const least = stored?.task.status.timestamp;
    // The state first: the question that it was goes to the history before its answer.
    return [statusEntry(this.#place, TaskState.Working, { least }), { message }];
  }

  /** A reply to a message makes no task; where there is one, its history keeps both. */
  async #reply(answer: unknown): Promise<Outcome> {
    const { errors, report } = this.#core;
    const { contextId, request } = this.#init;
    const log = this.#log;
    let reply: Measured<Message>;
    try {
      reply = toReply(answer, log === undefined ? { contextId } : this.#place, this.#check);
    } catch (error) {
      report(error, { taskId: log === undefined ? undefined : this.id, activity: "execute" });
      throw errors.invalidAnswer(error);
    }
    const message = reply.value;
    if (log !== undefined) {
      try {
        await log.write(
          () => {
            if (!this.#core.states.isInterrupted(log.state)) return [];
            return [{ message: request.message }, { message }];
          },
          { size: reply.size },
        );
      } catch (error) {
        throw this.#toCallError(error);
      }
    }
    this.#end();
    return { kind: "message", message };
  }

  /** Turn after turn, until there is no message any more. Never rejects. */
  async #work(first: Events): Promise<void> {
    try {
      // The store may have taken so long that the time to stop is over, and nobody would look again.
      if (this.#stop !== undefined) await this.#finish(this.#stop);
      let events: Events | undefined = this.#isOver ? undefined : first;
      for (; events !== undefined; events = await this.#nextTurn()) {
        await this.#drain(events);
        if (this.#log !== undefined && this.#core.states.isTerminal(this.#log.state)) break;
      }
    } catch (error) {
      await this.#fail(toReadable(error));
    }
    this.#end();
  }

  /** Writes the events of a turn as they come. */
  async #drain(events: Events): Promise<void> {
    const { states } = this.#core;
    const log = this.#log;
    if (log === undefined) return;
    const check = this.#check;
    const place = { taskId: this.id, contextId: this.#init.contextId, least: log.status.timestamp };
    const iterator = events[Symbol.asyncIterator]();
    this.#iterator = iterator;
    for (let count = 1; ; count++) {
      const step = await iterator.next();
      if (this.#isOver) return;
      if (step.done === true) {
        this.#iterator = undefined;
        return;
      }
      if (states.isTerminal(log.state)) {
        throw new AuthorError(`execute: an event came after the state ${log.state}, which is terminal`);
      }
      place.least = log.status.timestamp;
      const { value: entry, size } = toEntry(step.value, place, check);
      await log.write(() => this.#admit(log, entry, size), { size });
      if (this.#isOver) return;
      if (count % eventsPerTurn === 0) await nextMacrotask();
    }
  }

  /** What is written of an event. */
  #admit(log: TaskLog, entry: EventEntry, size: number): readonly TaskEntry[] {
    const { states, limits } = this.#core;
    if (this.#isOver) return [];
    if (log.version >= limits.entries) {
      throw new LimitError(`the task has ${log.version} entries, its limit`);
    }
    if (log.size + size > limits.size) {
      throw new LimitError(`the task has more than ${limits.size} UTF-16 code units, its limit`);
    }
    if (!("statusUpdate" in entry)) return [entry];
    const { state } = entry.statusUpdate.status;
    if (!states.mayFollow(log.state, state)) {
      throw new AuthorError(`execute: a task in the state ${log.state} cannot go to ${state}`);
    }
    this.#resting = undefined;
    if (!states.isInterrupted(state)) return [entry];
    // Nobody is to see it wait for a client that does not want it any more, or for what is there already.
    if (this.#stop?.state === TaskState.Canceled) return [entry, this.#lastWord(this.#stop)];
    if (this.#waiting.length === 0) return [entry];
    this.#resting = state;
    const least = entry.statusUpdate.status.timestamp;
    return [entry, statusEntry(this.#place, TaskState.Working, { least })];
  }

  /** Ends a turn; the events of the next one, or undefined when there is none. */
  async #nextTurn(): Promise<Events | undefined> {
    const log = this.#log;
    const { states } = this.#core;
    if (log === undefined) return undefined;
    while (!this.#isOver) {
      if (this.#stop !== undefined) {
        await this.#finish(this.#stop);
        return undefined;
      }
      let isWanted = false;
      await log.write(() => {
        isWanted = false;
        this.#isClosed = false;
        if (this.#isOver) return [];
        isWanted = this.#waiting.length > 0 && !states.isTerminal(log.state);
        if (isWanted) return this.#resume(log);
        this.#isClosed = true;
        if (states.isAtRest(log.state)) return [];
        return [statusEntry(this.#place, TaskState.Completed, { least: log.status.timestamp })];
      });
      const request = isWanted ? this.#waiting.shift() : undefined;
      if (request === undefined) return undefined;
      const stored = await readTask(this.#core, this.id);
      this.#turn = this.#makeTurn(request, () => stored?.task);
      this.#turnBegan = Date.now();
      if (this.#stop !== undefined) continue;
      const answer = await this.#ask(this.#turn);
      if (isEvents(answer)) return answer;
      await this.#takeReply(log, answer);
    }
    return undefined;
  }

  /** Nobody waits for the reply to a message that came while a turn was at work: it goes into the task. */
  async #takeReply(log: TaskLog, answer: unknown): Promise<void> {
    const { value: message, size } = toReply(answer, this.#place, this.#check);
    await log.write(
      () => {
        if (this.#isOver || this.#core.states.isTerminal(log.state)) return [];
        if (this.#waiting.length > 0) return [{ message }];
        const { taskId, contextId } = this.#place;
        const state = this.#resting ?? TaskState.Completed;
        const timestamp = statusTime(log.status.timestamp);
        return [{ statusUpdate: { taskId, contextId, status: { state, message, timestamp } } }];
      },
      { size },
    );
  }

  /** The entry by which a task that waits goes back to work. */
  #resume(log: TaskLog): readonly TaskEntry[] {
    if (!this.#core.states.isInterrupted(log.state)) return [];
    this.#resting = log.state;
    return [statusEntry(this.#place, TaskState.Working, { least: log.status.timestamp })];
  }

  #lastWord({ state, text }: Stop): EventEntry {
    const least = this.#log?.status.timestamp;
    return statusEntry(this.#place, state, text === undefined ? { least } : { text, least });
  }

  /** Tells the author to stop. The first who does decides what becomes of the task. */
  #begin(stop: Stop, graceMs = this.#core.limits.stopMs): void {
    if (this.#isOver) return;
    this.#stop ??= stop;
    const first = this.#stop;
    this.#turn.abort(first.reason);
    clearTimeout(this.#stopTimer);
    this.#stopTimer = setTimeout(() => void this.#abandon(first), Math.min(graceMs, longestTimer));
    unref(this.#stopTimer);
  }

  /** The author did not stop in time: it goes on without being heard. */
  async #abandon(stop: Stop): Promise<void> {
    this.#giveUp?.(stop.reason);
    if (this.#log === undefined) return;
    try {
      await this.#finish(stop);
    } catch (error) {
      this.#lose(error);
    }
    this.#end();
  }

  async #finish(stop: Stop): Promise<void> {
    const log = this.#log;
    if (log === undefined) return;
    this.#isClosed = true;
    await log.write(() => {
      if (this.#isOver || this.#core.states.isTerminal(log.state)) return [];
      // A task may wait for its client though nobody is at work on it.
      const isLeft = stop.state !== TaskState.Canceled && this.#core.states.isInterrupted(log.state);
      return isLeft ? [] : [this.#lastWord(stop)];
    });
    this.#isOver = true;
  }

  /** The task fails, with a status that says nothing of the error. */
  async #fail(error: unknown): Promise<void> {
    const log = this.#log;
    if (this.#isOver || log === undefined) return;
    if (this.#stop !== undefined && !(error instanceof StoreFailure)) {
      // What an author throws that was told to stop says nothing new.
      if (error instanceof AuthorError) this.#reportFailure(error);
      try {
        await this.#finish(this.#stop);
      } catch (cause) {
        this.#lose(cause);
      }
      return;
    }
    this.#isClosed = true;
    this.#reportFailure(error);
    this.#turn.abort(new CallError("ABORTED", "the task has failed"));
    if (isTaskStoreError(error, "missing")) return;
    try {
      await log.write(() => {
        if (this.#isOver || this.#core.states.isTerminal(log.state)) return [];
        return [this.#failure(log, toStatusText(error))];
      });
    } catch (cause) {
      this.#lose(cause);
    }
  }

  /** The status of a task that fails. */
  #failure(log: TaskLog, text: string): EventEntry {
    const least = log.status.timestamp;
    const entry = statusEntry(this.#place, TaskState.Failed, { text, least });
    // The text of an author's error may be nothing that can be sent: half of a character, or no text at all.
    if (this.#core.codec.is(entry)) return entry;
    return statusEntry(this.#place, TaskState.Failed, { text: hasFailed, least });
  }

  #lose(error: unknown): void {
    this.#isLost = !isTaskStoreError(error, "missing");
    this.#reportFailure(error);
  }

  /** Somebody else wrote to the log. */
  #takeForeign(entry: TaskEntry): void {
    if (this.#isOver) return;
    if ("message" in entry) {
      const { call } = this.#init.request;
      this.#waiting.push({ message: entry.message, configuration: {}, metadata: {}, call });
    } else if ("cancelRequest" in entry) {
      this.#begin({
        reason: new CallError("CANCELLED", "the task was canceled", { metadata: { taskId: this.id } }),
        state: TaskState.Canceled,
      });
    } else if ("statusUpdate" in entry) {
      // Whoever gives the task a status has it now.
      const isCanceled = entry.statusUpdate.status.state === TaskState.Canceled;
      this.#turn.abort(
        isCanceled
          ? new CallError("CANCELLED", "the task was canceled", { metadata: { taskId: this.id } })
          : new CallError("ABORTED", "somebody else works on the task", { metadata: { taskId: this.id } }),
      );
      this.#end();
    }
  }

  /** Waits for what others write, one change at a time: most turns are over before that. */
  #watchLog(): void {
    const log = this.#log;
    if (this.#isWatching || this.#isOver || log === undefined) return;
    this.#isWatching = true;
    this.#watch ??= new AbortController();
    void this.#awaitChange(log, this.#watch.signal);
  }

  async #awaitChange(log: TaskLog, signal: AbortSignal): Promise<void> {
    const { version } = log;
    try {
      await this.#core.changes.next(this.id, version, signal);
      // What this process wrote, it knows.
      if (!this.#isOver && log.version === version) await log.catchUp();
    } catch (error) {
      if (isTaskStoreError(error, "missing")) {
        this.#turn.abort(new CallError("ABORTED", "the task is gone"));
        this.#end();
      } else {
        this.#reportFailure(error);
      }
    } finally {
      this.#isWatching = false;
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#isClosed = true;
    clearTimeout(this.#stopTimer);
    this.#init.runs.remove(this);
    this.#log?.release(this.#isLost);
    this.#watch?.abort();
    this.#tellBegun();
    for (const tell of this.#whenOver) tell();
    this.#whenOver = [];
    const iterator = this.#iterator;
    this.#iterator = undefined;
    if (iterator !== undefined) release(iterator);
  }

  #toCallError(error: unknown): CallError {
    return toLogError(this.#core, error, this.id);
  }

  #reportFailure(error: unknown): void {
    if (error instanceof StoreFailure) {
      this.#core.report(error.cause, { taskId: this.id, activity: "store" });
    } else {
      this.#core.report(error, {
        taskId: this.id,
        activity: isTaskStoreError(error) ? "store" : "execute",
      });
    }
  }
}

/** The author made more of a task than is kept. */
class LimitError extends Error {
  override readonly name = "LimitError";
}

/** Tasks that a message may refer to, as far as they are looked up. */
const maximumReferences = 100;

/** Milliseconds that a timer can wait. */
const longestTimer = 2 ** 31 - 1;

/** What clients are told of a failure: nothing of an error that was not made for them. */
function toStatusText(error: unknown): string {
  if (isCallError(error) && error.origin !== "client") return error.message;
  if (error instanceof LimitError || error instanceof SizeError)
    return "The agent made more of this task than is kept.";
  if (error instanceof AuthorError || error instanceof DepthError)
    return "The agent did something that the protocol does not allow.";
  if (error instanceof StoreFailure) return "The task could not be kept.";
  return hasFailed;
}

/** What was thrown, or an error that says so where it throws itself when it is looked at. */
function toReadable(thrown: unknown): unknown {
  try {
    toStatusText(thrown);
    isTaskStoreError(thrown);
    return thrown;
  } catch (cause) {
    return new AuthorError("execute: what it threw cannot be looked at", { cause });
  }
}

const hasFailed = "The agent failed.";

/** Lets a generator clean up; nobody waits for it. */
function release(iterator: AsyncIterator<unknown>): void {
  try {
    iterator.return?.().then(undefined, () => undefined);
  } catch {
    // It was asked to stop; what it throws then has no one to go to.
  }
}

function isEvents(value: unknown): value is Events {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

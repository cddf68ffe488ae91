import { type Measured, measure } from "../../core/measure.ts";
import { CallError } from "../../service/index.ts";
import type { SafeObservation } from "../../service/observe.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { statusTime } from "../core/status-time.ts";
import { type Message, TaskState, type TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";
import { checkExpected } from "../log/expected-generation.ts";
import { checkRoom, openLog, type ReadTask, toLogError } from "../log/open-log.ts";
import { AuthorError, type EntryPlace, type EventEntry, statusEntry } from "../log/task-entries.ts";
import { type LostLog, StoreFailure, type TaskLog } from "../log/task-log.ts";
import type { Kept } from "./kept.ts";
import type { MemoryUpdate } from "./kept-init.ts";
import { LocalNotifier } from "./local-notifier.ts";
import { messageEntry, recordTurn } from "./open-turn.ts";
import type { Stop, StopOrder } from "./stop-order.ts";
import { hasFailed, LimitError } from "./task-failure.ts";
import type { TurnRequest } from "./turn.ts";
import { TurnWriter } from "./turn-writer.ts";

export interface RunLogInit {
  readonly core: AgentCore;
  readonly place: EntryPlace;
  readonly order: StopOrder;
  readonly task: ReadTask;
  /** What the author has set, which is written with the next entries. */
  readonly kept: Kept;
  /** The turn at work, as an observer has it. */
  readonly observed: () => SafeObservation | undefined;
  /** Called with entries that another process wrote. */
  readonly onForeign: (entry: TaskEntry) => void;
}

type StatusEntry = Extract<EventEntry, { statusUpdate: unknown }>;
type MetadataEntry = Extract<EventEntry, { metadataUpdate: unknown }>;

/** The log of a run's task: decides what the run writes in each state, and queues messages for its turns. */
export class RunLog {
  readonly #core: AgentCore;
  readonly #place: EntryPlace;
  readonly #order: StopOrder;
  readonly #log: TaskLog;
  readonly #kept: Kept;
  readonly #writer: TurnWriter;
  /** Messages that wait for their turn. */
  readonly #queue: TurnRequest[] = [];
  readonly #whenQueued = new LocalNotifier();
  readonly #whenRoom = new LocalNotifier();
  /** The interrupted state to which the task returns after a turn that only replies. */
  #resting: TaskState | undefined;
  #isClosed = false;
  #isOver = false;
  #lost: LostLog | undefined;

  constructor({ core, place, order, task, kept, observed, onForeign }: RunLogInit) {
    this.#core = core;
    this.#place = place;
    this.#order = order;
    this.#kept = kept;
    this.#log = openLog(core, task, { onForeign, within: observed });
    this.#writer = new TurnWriter({
      core,
      taskId: place.taskId,
      log: this.#log,
      kept,
      isOver: () => this.#isOver || this.isTerminal,
    });
  }

  get log(): TaskLog {
    return this.#log;
  }

  get status(): TaskStatus {
    return this.#log.status;
  }

  get isTerminal(): boolean {
    return this.#core.states.isTerminal(this.#log.state);
  }

  /** True once the run writes nothing more: events that still come are ignored. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Puts an interrupted task back to work with a message; false if it is not interrupted any more. */
  async restart(request: TurnRequest): Promise<boolean> {
    const { states, errors } = this.#core;
    const { message, expected } = request;
    const { taskId } = this.#place;
    const size = measure(message);
    let isRestarted = false;
    await this.#write(
      () => {
        isRestarted = false;
        const { state, status } = this.#log;
        if (states.isTerminal(state)) throw errors.taskEnded(taskId, state);
        if (this.#isOver || !states.isInterrupted(state)) return [];
        checkExpected(this.#core, { taskId, log: this.#log, expected });
        checkRoom(this.#core, this.#log, size);
        isRestarted = true;
        return [...restartEntries(this.#place, status, message), ...this.#turnEntries(request)];
      },
      // Until now the process that asked may have written the state, beside no entry.
      { size, onWritten: () => this.#kept.unloadState() },
    );
    return isRestarted;
  }

  /** Adds a message and the reply to it to the history of an interrupted task, and what was set before. */
  async keepReply({ message, expected }: TurnRequest, reply: Measured<Message>): Promise<void> {
    const { states } = this.#core;
    const { taskId } = this.#place;
    const decide = (): readonly TaskEntry[] => {
      if (!states.isInterrupted(this.#log.state)) return [];
      checkExpected(this.#core, { taskId, log: this.#log, expected });
      return [{ message }, { message: reply.value }];
    };
    // As in `restart`.
    this.#kept.unloadState();
    try {
      await this.#writer.write(decide, { size: reply.size, patienceMs: 0 });
    } catch (error) {
      throw toLogError(this.#core, error, taskId);
    }
  }

  /** Queues a message for the next turn; false if there will be none. */
  async enqueue(request: TurnRequest, size: number): Promise<boolean> {
    if (this.#isOver) return false;
    const { states, limits, errors } = this.#core;
    const { taskId } = this.#place;
    let isQueued = false;
    const decide = (): readonly TaskEntry[] => {
      isQueued = false;
      if (this.#isClosed || this.#isOver) return [];
      const { state } = this.#log;
      if (states.isTerminal(state)) throw errors.taskEnded(taskId, state);
      if (this.#order.first !== undefined) throw errors.taskBeingStopped(taskId);
      if (this.#queue.length >= limits.waitingMessages) {
        throw new CallError(
          "RESOURCE_EXHAUSTED",
          `the task has ${limits.waitingMessages} messages that wait for its turn at work, its limit`,
          { retryAfterMs: 1000, metadata: { taskId } },
        );
      }
      checkExpected(this.#core, { taskId, log: this.#log, expected: request.expected });
      checkRoom(this.#core, this.#log, size);
      isQueued = true;
      return [...this.#resumeEntries(), messageEntry(request)];
    };
    await this.#write(decide, { size, onWritten: () => this.#add(request) });
    return isQueued;
  }

  /** Takes a message that waits, for the turn that is at work. */
  take(): TurnRequest | undefined {
    const taken = this.#isOver ? undefined : this.#queue.shift();
    if (taken !== undefined) this.#whenRoom.notify();
    return taken;
  }

  /** Calls `listener` when a message waits; returns a function that stops this. */
  onQueued(listener: () => void): () => void {
    return this.#whenQueued.listen(listener);
  }

  /** Resolves when one more message may wait, or none is taken any more. */
  async room(): Promise<void> {
    const { waitingMessages } = this.#core.limits;
    while (!this.#isOver && !this.#isClosed && this.#queue.length >= Math.max(1, waitingMessages)) {
      await this.#whenRoom.next();
    }
  }

  /**
   * Fails if the turn is not this process's any more, before a step begins. Where its lease may have ended,
   * since the process was suspended or the store away, the log has to say whether another process has taken
   * it over.
   */
  beginStep(): Promise<void> | undefined {
    this.checkOwn();
    return this.#mayHaveExpired ? this.#renew() : undefined;
  }

  /** Writes a step that has returned; fails if the turn is not this process's any more. */
  keepStep({ value, size }: Measured<Extract<TaskEntry, { step: unknown }>>): Promise<void> {
    const { limits } = this.#core;
    return this.#writer.write(
      () => {
        this.#writer.checkWritten();
        this.checkOwn();
        if (this.#writer.entries >= limits.entries || this.#writer.size + size > limits.size) {
          throw new LimitError(`the task has more entries or is larger than its limits`);
        }
        return [value];
      },
      { size },
    );
  }

  /** Writes an update of the memory; fails if the turn is not this process's any more. */
  updateMemory(update: MemoryUpdate): Promise<void> {
    const decide = (): readonly TaskEntry[] => {
      this.#writer.checkWritten();
      this.checkOwn();
      return [];
    };
    return this.#writer.write(decide, { update });
  }

  /** Fails once the turn is over, or goes on in another process. */
  checkOwn(): void {
    if (!this.#isOver && !this.isTerminal) return;
    throw new CallError("ABORTED", "the turn is over, or goes on in another process");
  }

  /** Queues a message that another process has written to the log. */
  addForeign(request: TurnRequest): void {
    this.#add(request);
  }

  /**
   * Appends an event of the author. A status or metadata is written when the promise resolves, after all that
   * came before it. Pieces of artifacts that come while others are written go together into the next append;
   * a promise says to wait with the next event, since many wait. Fails with a LimitError or an AuthorError
   * for one that may not come now.
   */
  append(entry: Measured<EventEntry>): Promise<void> | undefined {
    const { value, size } = entry;
    if ("statusUpdate" in value) return this.#writer.write(() => this.#statusEntries(value, size), { size });
    if ("metadataUpdate" in value)
      return this.#writer.write(() => this.#metadataEntries(value, size), { size });
    return this.#writer.addPiece(entry);
  }

  /** Calls the listener of a turn when pieces of it could not be written. */
  listen(onUnwritten: (cause: unknown) => void): void {
    this.#writer.listen(onUnwritten);
  }

  /** Ends a turn: the message of the next one, or undefined once the task is at rest. */
  async next(): Promise<TurnRequest | undefined> {
    const { states } = this.#core;
    let next: TurnRequest | undefined;
    await this.#writer.write(() => {
      this.#writer.checkWritten();
      next = undefined;
      this.#isClosed = false;
      if (this.#isOver) return [];
      const { state, status } = this.#log;
      if (!states.isTerminal(state)) [next] = this.#queue;
      if (next !== undefined) return [...this.#resumeEntries(), ...this.#turnEntries(next)];
      this.#isClosed = true;
      if (states.isAtRest(state)) return [];
      return [statusEntry(this.#place, TaskState.Completed, { least: status.timestamp })];
    });
    if (next !== undefined) this.#queue.shift();
    this.#whenRoom.notify();
    return next;
  }

  /** Adds the reply to a queued message, whose call has been answered already, to the task. */
  addReply({ value: message, size }: Measured<Message>): Promise<void> {
    const { taskId, contextId } = this.#place;
    return this.#writer.write(
      () => {
        if (this.#isOver || this.isTerminal) return [];
        if (this.#queue.length > 0) return [{ message }];
        const state = this.#resting ?? TaskState.Completed;
        const timestamp = statusTime(this.status.timestamp);
        return [{ statusUpdate: { taskId, contextId, status: { state, message, timestamp } } }];
      },
      { size },
    );
  }

  /** Cancels the task if it is interrupted. */
  async cancelInterrupted(): Promise<void> {
    const { isInterrupted } = this.#core.states;
    if (!isInterrupted(this.#log.state)) return;
    await this.#write(() =>
      isInterrupted(this.#log.state)
        ? [statusEntry(this.#place, TaskState.Canceled, { least: this.status.timestamp })]
        : [],
    );
  }

  /** Ends a task whose run was stopped, unless it has ended or may stay interrupted. */
  async finish(stop: Stop): Promise<void> {
    const { states } = this.#core;
    this.#isClosed = true;
    this.#kept.dropUnsealed();
    await this.#writer.write(
      () => {
        if (this.#isOver || this.isTerminal) return [];
        if (stop.handsOver === true && !states.isInterrupted(this.#log.state)) {
          return [{ handOver: { at: statusTime(undefined) } }];
        }
        // An interrupted task needs no run.
        const mayStay = stop.state !== TaskState.Canceled && states.isInterrupted(this.#log.state);
        return mayStay ? [] : [this.#stopEntry(stop)];
      },
      { isEnd: true },
    );
    this.#isOver = true;
  }

  /** Takes no more messages. */
  close(): void {
    this.#isClosed = true;
  }

  /** Fails the task with a text. */
  fail(text: string): Promise<void> {
    this.#kept.dropUnsealed();
    return this.#writer.write(
      () => {
        if (this.#isOver || this.isTerminal) return [];
        const least = this.status.timestamp;
        const entry = statusEntry(this.#place, TaskState.Failed, { text, least });
        // The text of an author's error may not be sendable: half a surrogate pair, or not a string at all.
        return [
          this.#core.codec.is(entry)
            ? entry
            : statusEntry(this.#place, TaskState.Failed, { text: hasFailed, least }),
        ];
      },
      { isEnd: true },
    );
  }

  /** The store refused the end of the task. */
  lose(cause: unknown): void {
    this.#lost = { cause };
  }

  /** Ends the run's writing. */
  end(): void {
    this.#isOver = true;
    this.#isClosed = true;
    this.#log.release(this.#lost);
    this.#whenRoom.notify();
    this.#whenQueued.notify();
    this.#writer.end();
  }

  /** Whether the lease of this process may have ended; a task at rest needs none. */
  get #mayHaveExpired(): boolean {
    const { leases, states } = this.#core;
    if (leases === undefined || states.isAtRest(this.#log.state)) return false;
    return performance.now() - this.#log.leasedAt >= leases.ms;
  }

  /** Renews the lease, and reads whether another process had it in between. */
  async #renew(): Promise<void> {
    const { leases } = this.#core;
    if (leases === undefined) return;
    // Once more if the process was suspended in the meantime.
    while (this.#mayHaveExpired) {
      const at = performance.now();
      await leases.renew([this.#place.taskId], leases.ms).catch((error: unknown) => {
        throw new StoreFailure(error);
      });
      await this.#log.catchUp();
      this.checkOwn();
      this.#log.markLeased(at);
    }
  }

  #add(request: TurnRequest): void {
    this.#queue.push(request);
    this.#whenQueued.notify();
  }

  /** Writes for a call: fails with the error of the call. */
  async #write(...parameters: Parameters<TaskLog["write"]>): Promise<void> {
    try {
      await this.#log.write(...parameters);
    } catch (error) {
      throw toLogError(this.#core, error, this.#place.taskId);
    }
  }

  /** The record of a turn that begins, if another process may have to begin it again. */
  #turnEntries(request: TurnRequest): readonly TaskEntry[] {
    const { resumable, leases } = this.#core;
    return resumable && leases !== undefined ? [{ turn: recordTurn(request, 1) }] : [];
  }

  /** Takes the task from an interrupted state back to work. */
  #resumeEntries(): readonly TaskEntry[] {
    const { state, status } = this.#log;
    if (!this.#core.states.isInterrupted(state)) return [];
    this.#resting = state;
    return [statusEntry(this.#place, TaskState.Working, { least: status.timestamp })];
  }

  #statusEntries(entry: StatusEntry, size: number): readonly TaskEntry[] {
    const { states } = this.#core;
    const log = this.#log;
    if (this.#isOver) return [];
    this.#writer.checkWritten();
    this.#writer.checkLimits(size);
    const { state } = entry.statusUpdate.status;
    if (!states.mayFollow(log.state, state)) {
      throw new AuthorError(`execute: a task in the state ${log.state} cannot go to ${state}`);
    }
    this.#resting = undefined;
    if (!states.isInterrupted(state)) return [entry];
    // Clients must not see the task wait for one that has canceled it, or for a message that is queued
    // already.
    const { first } = this.#order;
    if (first?.state === TaskState.Canceled) return [entry, this.#stopEntry(first)];
    if (this.#queue.length === 0) return [entry];
    this.#resting = state;
    const least = entry.statusUpdate.status.timestamp;
    return [entry, statusEntry(this.#place, TaskState.Working, { least })];
  }

  #metadataEntries({ metadataUpdate }: MetadataEntry, size: number): readonly TaskEntry[] {
    if (this.#isOver || this.isTerminal) return [];
    this.#writer.checkWritten();
    this.#writer.checkLimits(size);
    // Another writer may have changed the status in the meantime.
    return [{ metadataUpdate: { ...metadataUpdate, status: this.status } }];
  }

  /** The last status of a task whose run was stopped. */
  #stopEntry({ state, text }: Stop): EventEntry {
    const least = this.status.timestamp;
    return statusEntry(this.#place, state, text === undefined ? { least } : { text, least });
  }
}

/** Puts an interrupted task back to work: the state first, so that its question precedes the answer. */
export function restartEntries(
  place: EntryPlace,
  { timestamp: least }: StoredTask["task"]["status"],
  message: Message,
): readonly TaskEntry[] {
  return [statusEntry(place, TaskState.Working, { least }), { message }];
}

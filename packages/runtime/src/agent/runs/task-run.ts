import type { Measured } from "../../core/measure.ts";
import { CallError, isCallError } from "../../service/index.ts";
import type { Reply } from "../contract/execute.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { isTaskStoreError, type StoredTask } from "../contract/task-store.ts";
import { type AgentCore, readTask } from "../core/agent-core.ts";
import { isOutOfReach } from "../core/out-of-reach.ts";
import { type Message, TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { LogWatch } from "../log/log-watch.ts";
import type { ReadTask } from "../log/open-log.ts";
import { AuthorError, type EntryCheck, toReply } from "../log/task-entries.ts";
import { StoreFailure, type TaskLog } from "../log/task-log.ts";
import { foldEntries } from "../store/task-fold.ts";
import type { TaskLeases } from "../store/task-leases.ts";
import { Author, type Events, isEvents } from "./author.ts";
import { buildTurn } from "./build-turn.ts";
import { createTask } from "./create-task.ts";
import { EventWriter } from "./event-writer.ts";
import { Kept } from "./kept.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { Outcome, StartOptions, TaskOutcome } from "./outcome.ts";
import { RunLog, restartEntries } from "./run-log.ts";
import { type Stop, StopOrder } from "./stop-order.ts";
import { canceled, elsewhere, overdue, shuttingDown, unkept } from "./stops.ts";
import { toReadable, toStatusText } from "./task-failure.ts";
import type { RunPlace, TurnRequest } from "./turn.ts";

export interface TaskRunInit {
  readonly core: AgentCore;
  readonly place: RunPlace;
  /** The message that starts the run. */
  readonly request: TurnRequest;
  /** The interrupted task that the message continues; undefined if the message begins a task. */
  readonly stored: (StoredTask & Pick<ReadTask, "leasedAt">) | undefined;
  /** The turn to begin again, of a task that another process was at work on. */
  readonly open?: OpenTurn | undefined;
  /** Called when the run is over. */
  readonly onEnd: (run: TaskRun) => void;
}

/**
 * The work on one task in this process: turn after turn, as long as there are messages for it. It owns the
 * task while that is at work; a status written by another process ends the run.
 */
export class TaskRun {
  readonly id: string;
  readonly scope: string;
  /** Resolves once the first message is worked on, so that there is a log, or the run is over. */
  readonly started: Promise<void>;
  readonly #init: TaskRunInit;
  readonly #core: AgentCore;
  readonly #order = new StopOrder();
  readonly #author: Author;
  readonly #watch: LogWatch;
  readonly #check: EntryCheck;
  readonly #writer: EventWriter;
  readonly #kept: Kept;
  /** Undefined until the task exists. */
  #log: RunLog | undefined;
  #isEnded = false;
  #resolveStarted: () => void = () => undefined;
  #endListeners: (() => void)[] = [];

  constructor(init: TaskRunInit) {
    const { core, place, request, stored, open } = init;
    this.#init = init;
    this.#core = core;
    this.id = place.taskId;
    this.scope = place.scope;
    this.#check = { codec: core.codec, size: core.limits.size };
    this.#writer = new EventWriter({ place, check: this.#check, isOver: () => this.#isOver });
    this.started = new Promise((resolve) => {
      this.#resolveStarted = resolve;
    });
    const restarted = (): readonly TaskEntry[] =>
      stored === undefined || open !== undefined
        ? []
        : restartEntries(place, stored.task.status, request.message);
    const task = stored && (() => foldEntries(stored.task, restarted()));
    const log = (): RunLog | undefined => this.#log;
    this.#kept = new Kept({ core, place, log, isNew: stored === undefined });
    this.#author = new Author(
      core.execute,
      buildTurn(core, { place, request, task, open, log, kept: this.#kept, isImmediate: open === undefined }),
    );
    this.#watch = new LogWatch({
      changes: core.changes,
      taskId: this.id,
      onMissing: () => {
        this.#author.abort(new CallError("ABORTED", "the task was deleted"));
        this.#end();
      },
      onFailure: (error) => this.#report(error instanceof StoreFailure ? error : new StoreFailure(error)),
    });
    if (stored !== undefined) this.#openLog(stored);
    for (const waiting of open?.waiting ?? []) this.#log?.addForeign(waiting);
  }

  /** Begins the turn again that another process has not ended, once it is claimed. Never rejects. */
  async resume(): Promise<void> {
    const log = this.#log;
    if (log === undefined) return;
    this.#resolveStarted();
    let events: Events | undefined;
    try {
      const answer = await this.#author.call();
      if (isEvents(answer)) events = answer;
      else {
        await log.addReply(toReply(answer, this.#init.place, this.#check));
        events = await this.#nextTurn(log);
      }
    } catch (error) {
      await this.#fail(log, toReadable(error));
    }
    if (events === undefined) this.#end();
    else await this.#work(log, events);
  }

  /** Undefined until the task exists. */
  get log(): TaskLog | undefined {
    return this.#log?.log;
  }

  /** True if the author's code ran before there was a task, because it returned a promise. */
  get hasPromised(): boolean {
    return this.#author.hasPromised;
  }

  /**
   * Calls the author for the first message. Afterwards there is a reply, or the task exists and is worked on.
   * Undefined if the task to continue is at work in another process by now. Fails with the error of the call.
   */
  async start(options: StartOptions): Promise<Outcome | undefined> {
    try {
      const given = this.#callAuthor();
      const answer = isEvents(given) ? given : await given;
      if (isEvents(answer)) return await this.#startTask(answer, options);
      const message = await this.#keepReply(answer);
      this.#end();
      return { kind: "message", message };
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#resolveStarted();
    }
  }

  /** Queues a message for the next turn; false if there will be none. Fails with the error of the call. */
  async enqueue(request: TurnRequest, size: number): Promise<boolean> {
    await this.started;
    return (await this.#log?.enqueue(request, size)) ?? false;
  }

  /** Resolves when one more message may wait for its turn, or the run is over. */
  async room(): Promise<void> {
    await this.started;
    await this.#log?.room();
  }

  /** Asks the author to stop, and resolves when the task is terminal. */
  async cancel(): Promise<void> {
    // A task that exists already can be canceled while the author's promise is pending.
    if (this.#log === undefined) await this.started;
    const log = this.#log;
    if (log === undefined || log.isOver) return;
    this.#stop(canceled(this.id));
    await log.cancelInterrupted();
    await log.log.until(this.#core.states.isTerminal);
  }

  /** Resolves when the run is over. */
  async untilEnd(): Promise<void> {
    if (!this.#isOver) await new Promise<void>((resolve) => this.#endListeners.push(resolve));
  }

  /** Asks the author to stop because the agent does, and resolves when the run is over. */
  async shutDown(graceMs: number): Promise<void> {
    const { leases, resumable } = this.#core;
    const handsOver = resumable && leases !== undefined;
    this.#stop(shuttingDown(handsOver), graceMs);
    await this.untilEnd();
    if (!handsOver || this.#log === undefined) return;
    try {
      // Others need not wait for the end of the lease.
      await leases.renew([this.id], 0);
    } catch (error) {
      this.#core.report(error, { taskId: this.id, activity: "store" });
    }
  }

  /** Checks the time of the turn, and watches the log for other writers. */
  sweep(now: number): void {
    const { turnMs } = this.#core.limits;
    if (this.#order.first === undefined && now - this.#author.turnStart >= turnMs) {
      this.#core.report(new Error(`the turn took longer than ${turnMs} ms`), {
        taskId: this.id,
        activity: "execute",
      });
      this.#stop(overdue());
    }
    if (this.log === undefined) return;
    this.log.watchCalls();
    this.#watch.begin(this.log);
  }

  get #isOver(): boolean {
    return this.#isEnded || this.#log?.isOver === true;
  }

  #openLog(task: ReadTask): RunLog {
    this.#log = new RunLog({
      core: this.#core,
      place: this.#init.place,
      order: this.#order,
      task,
      kept: this.#kept,
      observed: () => this.#author.observed,
      onForeign: (entry) => this.#onForeign(entry),
    });
    return this.#log;
  }

  /** Calls the author for the first message; fails with the error of the call. */
  #callAuthor(): Events | Promise<Events | Reply> {
    try {
      const given = this.#author.call();
      return isEvents(given) ? given : given.catch((error: unknown) => this.#refuse(error));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Throws the error of the call for an error of the author. */
  #refuse(thrown: unknown): never {
    if (this.#order.first !== undefined) throw this.#order.first.reason;
    const error = toReadable(thrown);
    this.#author.fail(error);
    if (isCallError(error)) throw error;
    this.#core.report(error, { taskId: undefined, activity: "execute" });
    throw new CallError("INTERNAL", "internal error");
  }

  /** A reply makes no task; an existing one keeps both messages in its history. */
  async #keepReply(answer: unknown): Promise<Message> {
    const { place, request } = this.#init;
    const log = this.#log;
    let reply: Measured<Message>;
    try {
      reply = toReply(answer, log === undefined ? { contextId: place.contextId } : place, this.#check);
    } catch (error) {
      this.#core.report(error, { taskId: log === undefined ? undefined : this.id, activity: "execute" });
      throw this.#core.errors.invalidAnswer(error);
    }
    await log?.keepReply(request, reply);
    return reply.value;
  }

  async #startTask(events: Events, options: StartOptions): Promise<TaskOutcome | undefined> {
    if (this.#order.first !== undefined) throw this.#order.first.reason;
    const outcome =
      this.#log === undefined ? await this.#create(options) : await this.#continue(this.#log, options);
    if (outcome?.taskId === this.id && this.#log !== undefined) void this.#work(this.#log, events);
    else this.#end();
    return outcome;
  }

  async #create(options: StartOptions): Promise<TaskOutcome> {
    const made = await createTask(this.#core, this.#init, options);
    if ("existing" in made) return { kind: "task", taskId: made.existing, before: undefined };
    const { log } = this.#openLog(made.created);
    return { kind: "task", taskId: this.id, before: made.created, log };
  }

  async #continue(runLog: RunLog, { push }: StartOptions): Promise<TaskOutcome | undefined> {
    const { log } = runLog;
    await push?.set(this.id, log.version);
    if (!(await runLog.restart(this.#init.request))) return undefined;
    return { kind: "task", taskId: this.id, before: await readTask(this.#core, this.id), log };
  }

  /** Works turn after turn until there are no more messages. Never rejects. */
  async #work(log: RunLog, first: Events): Promise<void> {
    try {
      // The grace period may be over since the store took its time, and its timer does not fire again.
      if (this.#order.first !== undefined) await log.finish(this.#order.first);
      let events: Events | undefined = this.#isOver ? undefined : first;
      for (; events !== undefined; events = await this.#nextTurn(log)) {
        if (await this.#writer.write(log, this.#author.open(events))) this.#author.close();
        if (log.isTerminal) break;
      }
    } catch (error) {
      await this.#fail(log, toReadable(error));
    }
    this.#end();
  }

  /** Ends a turn and begins the next one: its events, or undefined if there is none. */
  async #nextTurn(log: RunLog): Promise<Events | undefined> {
    const { place } = this.#init;
    while (!this.#isOver) {
      if (this.#order.first !== undefined) {
        await log.finish(this.#order.first);
        return undefined;
      }
      const request = await log.next();
      if (request === undefined) return undefined;
      const stored = await this.#core.store.read(this.id).catch((error: unknown) => {
        throw new StoreFailure(error);
      });
      this.#kept.begin();
      const task = () => stored?.task;
      const turn = { place, request, task, log: () => log, kept: this.#kept, isImmediate: false };
      this.#author.begin(buildTurn(this.#core, turn));
      if (this.#order.first !== undefined) continue;
      const answer = await this.#author.call();
      if (isEvents(answer)) return answer;
      this.#author.close();
      await log.addReply(toReply(answer, place, this.#check));
    }
    return undefined;
  }

  /** Fails the task with a status that hides the error, or leaves it to another attempt. Never rejects. */
  async #fail(log: RunLog, error: unknown): Promise<void> {
    const { first } = this.#order;
    if (this.#isOver) return;
    if (first === undefined) this.#author.fail(error instanceof StoreFailure ? error.cause : error);
    if (first !== undefined && !(error instanceof StoreFailure)) {
      // An author that throws when it is asked to stop is expected to.
      if (error instanceof AuthorError) this.#report(error);
      await this.#finish(log, first);
      return;
    }
    log.close();
    this.#report(error);
    const { resumable, leases } = this.#core;
    const wasAway = error instanceof StoreFailure && isOutOfReach(error.cause);
    if (wasAway && resumable && leases !== undefined) return this.#leave(log, leases);
    this.#author.abort(new CallError("ABORTED", "the task has failed"));
    if (isTaskStoreError(error, "missing")) return;
    try {
      await log.fail(toStatusText(error));
    } catch (cause) {
      this.#lose(log, cause);
    }
  }

  /** Leaves the turn to another attempt. Never rejects. */
  async #leave(log: RunLog, leases: TaskLeases): Promise<void> {
    const stop = unkept();
    this.#author.abort(stop.reason);
    try {
      await log.finish(stop);
      await leases.renew([this.id], 0);
    } catch {
      // Then it begins when the lease has ended.
    }
  }

  async #finish(log: RunLog, stop: Stop): Promise<void> {
    try {
      await log.finish(stop);
    } catch (error) {
      this.#lose(log, error);
    }
  }

  /** The store refused the end of the task, so that this process cannot tell how it ended. */
  #lose(log: RunLog, error: unknown): void {
    if (!isTaskStoreError(error, "missing")) log.lose(error);
    this.#report(error);
  }

  /** Asks the author to stop. */
  #stop(stop: Stop, graceMs = this.#core.limits.stopMs): void {
    if (this.#isOver) return;
    const first = this.#order.give(stop, { graceMs, onLate: (late) => void this.#abandon(late) });
    this.#author.abort(first.reason);
  }

  /** The author ignored the abort; detach it. */
  async #abandon(stop: Stop): Promise<void> {
    this.#author.abandon(stop.reason);
    if (this.#log === undefined) return;
    await this.#finish(this.#log, stop);
    this.#end();
  }

  /** Another process wrote to the log. */
  #onForeign(entry: TaskEntry): void {
    if (this.#isOver) return;
    if ("message" in entry) {
      const { call } = this.#init.request;
      const { message, carrier } = entry;
      const since = this.#core.observer && performance.now();
      this.#log?.addForeign({ message, carrier, since, configuration: {}, metadata: {}, call });
    } else if ("cancelRequest" in entry) {
      this.#stop(canceled(this.id));
    } else if ("turn" in entry) {
      this.#author.abort(elsewhere(this.id));
      this.#end();
    } else if ("statusUpdate" in entry) {
      // The process that writes the status owns the task now.
      const isCanceled = entry.statusUpdate.status.state === TaskState.Canceled;
      this.#author.abort(isCanceled ? canceled(this.id).reason : elsewhere(this.id));
      this.#end();
    }
  }

  #report(error: unknown): void {
    const isFailure = error instanceof StoreFailure;
    const activity = isFailure || isTaskStoreError(error) ? "store" : "execute";
    this.#core.report(isFailure ? error.cause : error, { taskId: this.id, activity });
  }

  #end(): void {
    this.#isEnded = true;
    this.#order.clear();
    this.#init.onEnd(this);
    this.#log?.end();
    this.#watch.end();
    this.#resolveStarted();
    for (const listener of this.#endListeners) listener();
    this.#endListeners = [];
    this.#author.release();
  }
}

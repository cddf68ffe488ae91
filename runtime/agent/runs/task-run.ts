import { CallError, isCallError } from "../../service/index.ts";
import type { Reply } from "../contract/execute.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { foldEntries } from "../log/fold-entry.ts";
import { LogWatch } from "../log/log-watch.ts";
import { checkRoom, openLog, type ReadTask } from "../log/open-log.ts";
import { statusEntry } from "../log/task-entries.ts";
import type { TaskLog } from "../log/task-log.ts";
import { type Events, isEvents } from "./author-calls.ts";
import { type Beginning, continueTask, createTask, keepReply } from "./begin-task.ts";
import { finishTask, loseTask } from "./end-task.ts";
import { claimEntries, resumeEntries } from "./run-entries.ts";
import { type RunInit, RunState } from "./run-state.ts";
import type { Outcome, RunningTask } from "./running-task.ts";
import type { Runs } from "./runs.ts";
import type { Stop } from "./stop-order.ts";
import { toReadable } from "./task-failure.ts";
import type { TurnRequest } from "./turn.ts";
import { runTurns } from "./turn-loop.ts";

export interface TaskRunInit extends RunInit {
  readonly runs: Runs<TaskRun>;
}

/**
 * The work on one task in this process: turn after turn, as long as there are messages for it. It owns
 * the task while the state says that it is at work; a status by somebody else ends it.
 */
export class TaskRun implements RunningTask {
  readonly id: string;
  readonly begun: Promise<void>;
  readonly #runs: Runs<TaskRun>;
  readonly #state: RunState;
  readonly #watch: LogWatch;
  #tellBegun: () => void = () => undefined;
  #whenOver: (() => void)[] = [];

  constructor({ runs, ...init }: TaskRunInit) {
    const { core, taskId, stored } = init;
    this.id = taskId;
    this.#runs = runs;
    this.begun = new Promise((resolve) => {
      this.#tellBegun = resolve;
    });
    this.#state = new RunState(
      init,
      stored === undefined ? undefined : () => foldEntries(stored.task, claimEntries(this.#state)),
    );
    this.#watch = new LogWatch({
      changes: core.changes,
      taskId,
      onGone: () => {
        this.#state.turn.abort(new CallError("ABORTED", "the task is gone"));
        this.#end();
      },
      onFailure: (error) => this.#state.report(error),
    });
    if (stored !== undefined) this.#openLog(stored);
  }

  get log(): TaskLog | undefined {
    return this.#state.log;
  }

  /** Whether code of the author ran before there was a task: it answered with a promise. */
  get isAsked(): boolean {
    return this.#state.author.isAsked;
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
      const message = await keepReply(this.#state, answer);
      this.#end();
      return { kind: "message", message };
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      this.#tellBegun();
    }
  }

  async enqueue(request: TurnRequest, size: number): Promise<boolean> {
    await this.begun;
    const run = this.#state;
    const { log } = run;
    if (log === undefined || run.isOver) return false;
    const { states, limits, errors } = run.core;
    let isTaken = false;
    const decide = (): readonly TaskEntry[] => {
      isTaken = false;
      if (run.isClosed || run.isOver) return [];
      if (states.isTerminal(log.state)) throw errors.taskEnded(this.id, log.state);
      if (run.order.first !== undefined) throw errors.taskBeingStopped(this.id);
      if (run.waiting.length >= limits.waitingMessages) {
        throw new CallError(
          "RESOURCE_EXHAUSTED",
          `the task has ${limits.waitingMessages} messages that wait for its turn at work, its limit`,
          { retryAfterMs: 1000, metadata: { taskId: this.id } },
        );
      }
      checkRoom(run.core, log, size);
      isTaken = true;
      return [...resumeEntries(run, log), { message: request.message }];
    };
    try {
      await log.write(decide, { size, written: () => run.waiting.push(request) });
    } catch (error) {
      throw run.toCallError(error);
    }
    return isTaken;
  }

  async cancel(): Promise<void> {
    const run = this.#state;
    // A task that is there already can be canceled while its author makes up its mind.
    if (run.log === undefined) await this.begun;
    const { log, place } = run;
    const { isInterrupted, isTerminal } = run.core.states;
    if (log === undefined || run.isOver) return;
    this.#stop({ reason: this.#canceled(), state: TaskState.Canceled });
    if (isInterrupted(log.state)) {
      try {
        await log.write(() =>
          isInterrupted(log.state)
            ? [statusEntry(place, TaskState.Canceled, { least: log.status.timestamp })]
            : [],
        );
      } catch (error) {
        throw run.toCallError(error);
      }
    }
    await log.until(isTerminal);
  }

  async shutDown(graceMs: number): Promise<void> {
    this.#stop(
      {
        reason: new CallError("UNAVAILABLE", "the agent is shutting down", { reason: "SHUTTING_DOWN" }),
        state: TaskState.Failed,
        text: "The agent was shut down before the task was done.",
      },
      graceMs,
    );
    if (!this.#state.isOver) await new Promise<void>((resolve) => this.#whenOver.push(resolve));
  }

  sweep(now: number): void {
    const { core, order, turnBegan, log } = this.#state;
    const { turnMs } = core.limits;
    if (order.first === undefined && now - turnBegan >= turnMs) {
      core.report(new Error(`the turn took longer than ${turnMs} ms`), {
        taskId: this.id,
        activity: "execute",
      });
      this.#stop({
        reason: new CallError("DEADLINE_EXCEEDED", "the agent took longer than it may for a message"),
        state: TaskState.Failed,
        text: "The agent took longer than it may for a message.",
      });
    }
    if (log === undefined) return;
    log.watchCalls();
    this.#watch.begin(log);
  }

  #openLog(stored: ReadTask): TaskLog {
    const log = openLog(this.#state.core, stored, (entry) => this.#takeForeign(entry));
    this.#state.log = log;
    return log;
  }

  /** What the author answers to the first message, before there is a task. */
  #askFirst(): Events | Promise<Events | Reply> {
    const { author, turn } = this.#state;
    try {
      const given = author.ask(turn);
      return isEvents(given) ? given : given.catch((error: unknown) => this.#refuse(error));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Throws what the client is told of something that its author threw. */
  #refuse(thrown: unknown): never {
    const { order, core } = this.#state;
    if (order.first !== undefined) throw order.first.reason;
    const error = toReadable(thrown);
    if (isCallError(error)) throw error;
    core.report(error, { taskId: undefined, activity: "execute" });
    throw new CallError("INTERNAL", "internal error");
  }

  async #beginTask(events: Events, beginning: Beginning): Promise<Outcome | undefined> {
    const run = this.#state;
    if (run.order.first !== undefined) throw run.order.first.reason;
    const outcome =
      run.log === undefined ? await this.#create(beginning) : await continueTask(run, run.log, beginning);
    if (outcome?.taskId === this.id && run.log !== undefined) void this.#work(run.log, events);
    else this.#end();
    return outcome;
  }

  async #create(beginning: Beginning): Promise<Outcome & { readonly kind: "task" }> {
    const made = await createTask(this.#state, beginning);
    if ("existing" in made) return { kind: "task", taskId: made.existing, beginning: undefined };
    return { kind: "task", taskId: this.id, beginning: made.created, log: this.#openLog(made.created) };
  }

  async #work(log: TaskLog, first: Events): Promise<void> {
    await runTurns(this.#state, log, first);
    this.#end();
  }

  /** Tells the author to stop. */
  #stop(stop: Stop, graceMs = this.#state.core.limits.stopMs): void {
    const { isOver, order, turn } = this.#state;
    if (isOver) return;
    const first = order.give(stop, { graceMs, onLate: (late) => void this.#abandon(late) });
    turn.abort(first.reason);
  }

  /** The author did not stop in time: it goes on without being heard. */
  async #abandon(stop: Stop): Promise<void> {
    const run = this.#state;
    run.author.giveUp(stop.reason);
    if (run.log === undefined) return;
    try {
      await finishTask(run, stop);
    } catch (error) {
      loseTask(run, error);
    }
    this.#end();
  }

  /** Somebody else wrote to the log. */
  #takeForeign(entry: TaskEntry): void {
    const run = this.#state;
    if (run.isOver) return;
    if ("message" in entry) {
      const { call } = run.init.request;
      run.waiting.push({ message: entry.message, configuration: {}, metadata: {}, call });
    } else if ("cancelRequest" in entry) {
      this.#stop({ reason: this.#canceled(), state: TaskState.Canceled });
    } else if ("statusUpdate" in entry) {
      // Whoever gives the task a status has it now.
      const isCanceled = entry.statusUpdate.status.state === TaskState.Canceled;
      run.turn.abort(
        isCanceled
          ? this.#canceled()
          : new CallError("ABORTED", "somebody else works on the task", { metadata: { taskId: this.id } }),
      );
      this.#end();
    }
  }

  #canceled(): CallError {
    return new CallError("CANCELLED", "the task was canceled", { metadata: { taskId: this.id } });
  }

  #end(): void {
    const run = this.#state;
    run.isOver = true;
    run.isClosed = true;
    run.order.clear();
    this.#runs.remove(this);
    run.log?.release(run.isLost);
    this.#watch.end();
    this.#tellBegun();
    for (const tell of this.#whenOver) tell();
    this.#whenOver = [];
    run.author.release();
  }
}

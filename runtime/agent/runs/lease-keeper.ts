import { settledWithin, unref } from "../../core/time.ts";
import { isTaskStoreError, type LapsedTask } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { openLog } from "../log/open-log.ts";
import { statusEntry } from "../log/task-entries.ts";
import { StoreFailure } from "../log/task-log.ts";
import type { Holding } from "../store/task-leases.ts";
import { Attempts } from "./attempts.ts";
import type { RunningTask } from "./running-task.ts";
import type { Runs } from "./runs.ts";

/** Lapsed tasks that are looked at together. */
const pageSize = 1000;

/**
 * Looks in a row at which a task has to be lapsed. Between the first and the last of them everybody who
 * lives has renewed its holds, so that nobody's tasks end because the store, or this process, was away.
 */
const looksNeeded = 3;

/** What clients are told of a task that nobody has ended. */
const hasStopped = "The agent stopped before the task was done.";

/**
 * Holds the tasks that are at work in this process, and fails those at which nobody is at work any more:
 * their process died, or its store did not take the last word. One timer for all of them.
 */
export class TaskLeases {
  readonly #core: AgentCore;
  readonly #runs: Runs<RunningTask>;
  readonly #holding: Holding;
  readonly #renewals: Attempts;
  readonly #looks: Attempts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #suspects: ReadonlyMap<string, Suspect> = new Map();
  #isClosed = false;

  constructor(core: AgentCore, runs: Runs<RunningTask>, holding: Holding) {
    this.#core = core;
    this.#runs = runs;
    this.#holding = holding;
    this.#renewals = new Attempts(holding.ms);
    this.#looks = new Attempts(holding.ms);
    this.#wait();
  }

  /** Ends the timer; resolves when nothing is under way, or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await settledWithin(Promise.all([this.#renewals.settled, this.#looks.settled]), graceMs);
  }

  #wait(): void {
    // Processes that began together do not look together.
    const part = 0.8 + 0.2 * Math.random();
    this.#timer = setTimeout(
      () => {
        this.#wait();
        this.#renewals.begin(() => this.#renew());
        this.#looks.begin(() => this.#look());
      },
      (part * this.#holding.ms) / 3,
    );
    unref(this.#timer);
  }

  async #renew(): Promise<void> {
    const { states } = this.#core;
    const ids: string[] = [];
    for (const { id, log } of this.#runs) {
      if (log !== undefined && !states.isAtRest(log.state)) ids.push(id);
    }
    if (ids.length === 0) return;
    try {
      await this.#holding.hold(ids, this.#holding.ms);
    } catch (error) {
      this.#report(error, undefined);
    }
  }

  async #look(): Promise<void> {
    const before = this.#suspects;
    this.#suspects = new Map();
    const suspects = new Map<string, Suspect>();
    try {
      for (const task of await this.#holding.lapsed(pageSize)) {
        if (this.#isClosed) return;
        const { id, version } = task;
        // This process lives: it was only too slow to say so.
        if (this.#runs.get(id) !== undefined) continue;
        const suspect = before.get(id);
        const looks = suspect?.version === version ? suspect.looks + 1 : 1;
        if (looks < looksNeeded) suspects.set(id, { version, looks });
        else await this.#fail(task);
      }
    } catch (error) {
      this.#report(error, undefined);
      return;
    }
    this.#suspects = suspects;
  }

  /** Fails a task, unless anything has come to it since. */
  async #fail({ id, version }: LapsedTask): Promise<void> {
    const { store, states } = this.#core;
    try {
      const stored = await store.read(id);
      if (stored === undefined) return;
      const { contextId = "" } = stored.task;
      const log = openLog(this.#core, stored);
      await log.write(() => {
        if (log.version !== version || states.isAtRest(log.state)) return [];
        const least = log.status.timestamp;
        return [statusEntry({ taskId: id, contextId }, TaskState.Failed, { text: hasStopped, least })];
      });
    } catch (error) {
      if (!isTaskStoreError(error, "missing")) this.#report(error, id);
    }
  }

  #report(error: unknown, taskId: string | undefined): void {
    // Whoever closes the agent may close its store.
    if (this.#isClosed) return;
    this.#core.report(error instanceof StoreFailure ? error.cause : error, { taskId, activity: "store" });
  }
}

/** A task that was lapsed at the latest look. */
interface Suspect {
  readonly version: number;
  /** At how many looks in a row, at that version. */
  readonly looks: number;
}

import { settledWithin, unref } from "../../core/time.ts";
import { type ExpiredLease, isTaskStoreError } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { StoreFailure, type TaskLog } from "../log/task-log.ts";
import type { TaskLeases } from "../store/task-leases.ts";
import type { Runs } from "./runs.ts";
import { Takeover } from "./takeover.ts";

/** Expired leases that are read at a time. */
const pageSize = 1000;

/**
 * How often in a row a lease has to be found expired. In the meantime every live process has renewed its
 * leases, so that no task fails because the store, or this process, was away for a while.
 */
const checksNeeded = 3;

const stoppedText = "The agent stopped before the task was done.";

/**
 * Renews the leases of the tasks at work in this process, and fails tasks that no process works on any
 * more: their process died, or its store refused the end of the task. One timer serves all of them.
 */
export class LeaseKeeper {
  readonly #core: AgentCore;
  readonly #runs: Runs;
  readonly #leases: TaskLeases;
  readonly #takeover: Takeover;
  readonly #renewals: SingleFlight;
  readonly #checks: SingleFlight;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #suspects: ReadonlyMap<string, Suspect> = new Map();
  #isClosed = false;

  constructor(core: AgentCore, runs: Runs, leases: TaskLeases) {
    this.#core = core;
    this.#runs = runs;
    this.#leases = leases;
    this.#takeover = new Takeover(core, runs);
    this.#renewals = new SingleFlight(leases.ms);
    this.#checks = new SingleFlight(leases.ms);
    this.#schedule();
  }

  /** Stops the timer; resolves when nothing is in flight, or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await settledWithin(Promise.all([this.#renewals.settled, this.#checks.settled]), graceMs);
  }

  #schedule(): void {
    // Jitter, so that processes that started together do not check together.
    const part = 0.8 + 0.2 * Math.random();
    this.#timer = setTimeout(
      () => {
        this.#schedule();
        this.#renewals.start(() => this.#renew());
        this.#checks.start(() => this.#check());
      },
      (part * this.#leases.ms) / 3,
    );
    unref(this.#timer);
  }

  async #renew(): Promise<void> {
    const { states } = this.#core;
    const logs = new Map<string, TaskLog>();
    for (const { id, log } of this.#runs) {
      if (log !== undefined && !states.isAtRest(log.state)) logs.set(id, log);
    }
    if (logs.size === 0) return;
    const at = performance.now();
    try {
      await this.#leases.renew([...logs.keys()], this.#leases.ms);
      for (const log of logs.values()) log.markLeased(at);
    } catch (error) {
      this.#report(error, undefined);
    }
  }

  async #check(): Promise<void> {
    const before = this.#suspects;
    this.#suspects = new Map();
    const suspects = new Map<string, Suspect>();
    try {
      for (const task of await this.#leases.expired(pageSize)) {
        if (this.#isClosed) return;
        const { id, version } = task;
        // This process is alive and only renewed the lease too late.
        if (this.#runs.get(id) !== undefined) continue;
        const suspect = before.get(id);
        const checks = suspect?.version === version ? suspect.checks + 1 : 1;
        const isHandedOver = checks === 1 && (await this.#isHandedOver(task));
        if (checks < checksNeeded && !isHandedOver) suspects.set(id, { version, checks });
        else if (!(await this.#resume(task))) await this.#fail(task);
      }
    } catch (error) {
      this.#report(error, undefined);
      return;
    }
    this.#suspects = suspects;
  }

  /** Whether the process at work on a task has said that it stops. */
  async #isHandedOver({ id, version }: ExpiredLease): Promise<boolean> {
    const { resumable, store } = this.#core;
    if (!resumable || version === 0) return false;
    try {
      const [last] = await store.entries(id, version - 1, 1);
      return last !== undefined && "handOver" in last;
    } catch (error) {
      if (isTaskStoreError(error, "missing")) return false;
      throw error;
    }
  }

  /** Begins the turn of a task again, unless another process does; false if the task has to fail. */
  async #resume(task: ExpiredLease): Promise<boolean> {
    const { resumable, limits } = this.#core;
    if (!resumable) return false;
    // It is left to another process, or to a later look, if this one has no room.
    return this.#runs.size >= Math.min(limits.turns, limits.concurrency) || this.#takeover.begin(task);
  }

  /** Fails a task unless it has changed since. */
  async #fail({ id, version }: ExpiredLease): Promise<void> {
    try {
      const stored = await this.#core.store.read(id);
      if (stored === undefined) return;
      await this.#takeover.end(stored, version, { state: TaskState.Failed, text: stoppedText });
    } catch (error) {
      if (!isTaskStoreError(error, "missing")) this.#report(error, id);
    }
  }

  #report(error: unknown, taskId: string | undefined): void {
    // The store may be closed together with the agent.
    if (this.#isClosed) return;
    this.#core.report(error instanceof StoreFailure ? error.cause : error, { taskId, activity: "store" });
  }
}

/** A task whose lease the latest check found expired. */
interface Suspect {
  readonly version: number;
  /** Checks in a row that found it expired at that version. */
  readonly checks: number;
}

/** Skips a start while the previous work is in flight, unless that takes longer than its patience. */
class SingleFlight {
  readonly #patienceMs: number;
  #latest: Promise<void> | undefined;
  #startedAt = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Resolves when the latest work is done. */
  get settled(): Promise<void> {
    return this.#latest ?? Promise.resolve();
  }

  /** `work` must not reject. */
  start(work: () => Promise<void>): void {
    // A monotonic clock.
    const now = performance.now();
    if (this.#latest !== undefined && now - this.#startedAt < this.#patienceMs) return;
    this.#startedAt = now;
    const latest = work().finally(() => {
      if (this.#latest === latest) this.#latest = undefined;
    });
    this.#latest = latest;
  }
}

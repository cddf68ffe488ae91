import { unref } from "../../core/time.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { timeBefore } from "../core/status-time.ts";
import type { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Old tasks of one statement. */
const pageSize = 100;
/** Logs with fewer entries are read as fast as snapshots. */
const leastEntries = 100;

/** Deletes the tasks that are old enough, and compacts the logs of those that have ended, in intervals. */
export class Retention {
  readonly #core: AgentCore;
  readonly #terminalStates: readonly TaskState[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(core: AgentCore, terminalStates: readonly TaskState[]) {
    this.#core = core;
    this.#terminalStates = terminalStates;
    this.#schedule();
  }

  /** Resolves when nothing is in flight. */
  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    return this.#latest;
  }

  #schedule(): void {
    const { keepMs, compactMs } = this.#core.limits;
    const shortest = Math.min(...[keepMs, compactMs].filter((ms) => ms > 0));
    if (!Number.isFinite(shortest)) return;
    // Jitter, so that processes that started together do not look together.
    const intervalMs = Math.min(Math.max(shortest / 10, 1000), 600_000) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => {
      this.#latest = this.#run().finally(() => {
        if (!this.#isClosed) this.#schedule();
      });
    }, intervalMs);
    unref(this.#timer);
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { store, limits, report } = this.#core;
    const { keepMs, compactMs } = limits;
    const states = this.#terminalStates;
    try {
      if (keepMs > 0 && store.expire !== undefined) {
        const before = timeBefore(keepMs);
        while (!this.#isClosed && (await store.expire({ before, limit: pageSize })).length === pageSize);
      }
      if (compactMs > 0 && store.compact !== undefined) {
        const old = { before: timeBefore(compactMs), states, limit: pageSize, entries: leastEntries };
        while (!this.#isClosed && (await store.compact(old)).length === pageSize);
      }
    } catch (error) {
      if (!this.#isClosed) report(error, { taskId: undefined, activity: "store" });
    }
  }
}

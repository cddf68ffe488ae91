import { type ExpiredLease, isTaskStoreError, type StoredTask } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { openLog } from "../log/open-log.ts";
import { statusEntry } from "../log/task-entries.ts";
import { findOpenTurn } from "./open-turn.ts";
import type { Runs } from "./runs.ts";
import { TaskRun } from "./task-run.ts";

/** Begins, in this process, turns that the log of a task has. */
export class Takeover {
  readonly #core: AgentCore;
  readonly #runs: Runs;

  constructor(core: AgentCore, runs: Runs) {
    this.#core = core;
    this.#runs = runs;
  }

  /** Begins the turn of a task, unless the task has changed since; false if it has to fail. */
  async begin({ id, version }: ExpiredLease): Promise<boolean> {
    const { store, states, limits, leases } = this.#core;
    const stored = await store.read(id);
    if (stored === undefined || stored.version !== version) return true;
    const open = findOpenTurn(stored, await store.entries(id, stored.compacted?.version ?? 0), states);
    if (open === undefined || open.record.attempt >= limits.attempts) return false;
    if (open.isCanceled) {
      await this.end(stored, version, { state: TaskState.Canceled });
      return true;
    }
    if (this.#runs.isClosing) return true;
    const turn = { ...open.record, attempt: open.record.attempt + 1 };
    try {
      await store.append(id, version, [{ turn }]);
    } catch (error) {
      if (isTaskStoreError(error)) return true;
      throw error;
    }
    const leasedAt = performance.now();
    await leases?.renew([id], leases.ms);
    const place = { taskId: id, contextId: stored.task.contextId ?? "", scope: stored.scope };
    const run = new TaskRun({
      core: this.#core,
      place,
      request: open.request,
      stored: { ...stored, version: version + 1, leasedAt },
      open,
      onEnd: (ended) => this.#runs.remove(ended),
    });
    this.#runs.take(run);
    void run.resume();
    return true;
  }

  /** Ends a task unless it has changed since. */
  async end(
    stored: StoredTask,
    version: number,
    { state, text }: { readonly state: TaskState; readonly text?: string },
  ): Promise<void> {
    const { id: taskId, contextId = "" } = stored.task;
    const { isAtRest } = this.#core.states;
    const log = openLog(this.#core, stored);
    await log.write(() => {
      if (log.version !== version || isAtRest(log.state)) return [];
      const least = log.status.timestamp;
      return [statusEntry({ taskId, contextId }, state, text === undefined ? { least } : { text, least })];
    });
  }
}

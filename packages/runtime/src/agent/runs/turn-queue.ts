import { startTimer } from "../../core/time.ts";
import type { QueueRoom, TaskQueue } from "../contract/task-queue.ts";
import { isTaskStoreError } from "../contract/task-store.ts";
import type { AgentCore } from "../core/agent-core.ts";
import { TaskState } from "../generated/lf/a2a/v1/a2a_types.ts";
import { createTask } from "./create-task.ts";
import type { StartOptions, TaskOutcome } from "./outcome.ts";
import type { Runs } from "./runs.ts";
import { Takeover } from "./takeover.ts";
import type { RunPlace, TurnRequest } from "./turn.ts";

/** This process's side of the store's queue: it adds tasks, and serves as many turns as it may have. */
export class TurnQueue {
  readonly #core: AgentCore;
  readonly #runs: Runs;
  readonly #queue: TaskQueue;
  readonly #takeover: Takeover;
  readonly #room: QueueRoom;
  readonly #controller = new AbortController();
  /** Whether the latest look left tasks in the queue, which new ones may not overtake. */
  #mayWait = false;
  readonly #served: Promise<void>;

  constructor(core: AgentCore, runs: Runs, queue: TaskQueue) {
    this.#core = core;
    this.#runs = runs;
    this.#queue = queue;
    this.#takeover = new Takeover(core, runs);
    this.#room = { total: core.limits.queued, perScope: core.limits.scopeQueued };
    this.#served = this.#serve();
  }

  /** Whether a new task has to wait. */
  get isBusy(): boolean {
    return this.#mayWait || this.#left <= 0;
  }

  get #left(): number {
    return this.#core.limits.concurrency - this.#runs.size;
  }

  /** Creates a task that waits. Fails with RESOURCE_EXHAUSTED if too many do. */
  async add(place: RunPlace, request: TurnRequest, options: StartOptions): Promise<TaskOutcome> {
    const made = await createTask(this.#core, { place, request }, { ...options, queue: this.#room });
    if ("existing" in made) return { kind: "task", taskId: made.existing, before: undefined };
    return { kind: "task", taskId: place.taskId, before: made.created };
  }

  /** Takes nothing more; resolves when nothing is in flight. */
  async close(): Promise<void> {
    this.#controller.abort();
    await this.#served;
  }

  /** Takes tasks as long as there is room for them. Never rejects. */
  async #serve(): Promise<void> {
    const { signal } = this.#controller;
    while (!signal.aborted) {
      try {
        await this.#runs.untilFewer(this.#core.limits.concurrency, signal);
        if (!signal.aborted) await this.#claim(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#core.report(error, { taskId: undefined, activity: "store" });
        await new Promise<void>((resolve) => startTimer(this.#core.limits.pollMs, resolve, { unref: true }));
      }
    }
  }

  async #claim(signal: AbortSignal): Promise<void> {
    const { leases } = this.#core;
    const limit = Math.min(this.#left, mostAtOnce);
    const claimed = await this.#queue.claim(limit, leases?.ms);
    this.#mayWait = claimed.length === limit;
    for (const task of claimed) await this.#begin(task.id, task.version);
    if (claimed.length < limit) await this.#queue.waiting(signal);
  }

  async #begin(id: string, claimed: number): Promise<void> {
    const { store } = this.#core;
    // A message or a request to cancel may come until the turn begins.
    for (let version = claimed; ; ) {
      if (!(await this.#takeover.begin({ id, version }))) {
        const stored = await store.read(id);
        if (stored !== undefined) await this.#takeover.end(stored, version, { state: TaskState.Failed });
      }
      if (this.#runs.get(id) !== undefined) return;
      const stored = await store.read(id).catch((error: unknown) => {
        if (isTaskStoreError(error)) return undefined;
        throw error;
      });
      if (stored === undefined || stored.version === version) return;
      if (this.#core.states.isAtRest(stored.task.status.state)) return;
      version = stored.version;
    }
  }
}

/** Tasks of one look at the queue. */
const mostAtOnce = 16;

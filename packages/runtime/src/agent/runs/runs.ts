import { callHook } from "../../core/call-hook.ts";
import { onAbort } from "../../core/on-abort.ts";
import { settledWithin, unref } from "../../core/time.ts";
import { CallError } from "../../service/index.ts";
import type { AgentLimits } from "../contract/agent-options.ts";
import type { TaskRun } from "./task-run.ts";

interface RunsOptions {
  /** Whether what goes beyond `concurrency` waits elsewhere, so that it is not refused here. */
  readonly hasQueue: boolean;
  /** Called with each run. */
  readonly background: ((work: Promise<void>) => void) | undefined;
}

/** The runs of this process, one for each task at work, with one timer for all of them. */
export class Runs {
  readonly #limits: AgentLimits;
  readonly #background: RunsOptions["background"];
  readonly #runs = new Map<string, TaskRun>();
  /** How many there are of each scope. */
  readonly #scopes = new Map<string, number>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isClosing = false;
  /** Called when there are fewer. */
  #freed: (() => void) | undefined;

  constructor(limits: AgentLimits, { hasQueue, background }: RunsOptions) {
    this.#background = background;
    this.#limits = hasQueue ? limits : { ...limits, turns: Math.min(limits.turns, limits.concurrency) };
  }

  get size(): number {
    return this.#runs.size;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get(taskId: string): TaskRun | undefined {
    return this.#runs.get(taskId);
  }

  [Symbol.iterator](): Iterator<TaskRun> {
    return this.#runs.values();
  }

  /** Fails with UNAVAILABLE while the agent shuts down, and with RESOURCE_EXHAUSTED at the limit. */
  add(run: TaskRun): void {
    this.checkOpen();
    const { turns, scopeTurns } = this.#limits;
    const ofScope = this.#scopes.get(run.scope) ?? 0;
    if (this.#runs.size >= turns) throw tooMany(`${turns} messages`);
    if (ofScope >= scopeTurns) throw tooMany(`${scopeTurns} messages of one caller`);
    this.take(run);
  }

  /** Adds a run whatever the limits. */
  take(run: TaskRun): void {
    this.#runs.set(run.id, run);
    this.#scopes.set(run.scope, (this.#scopes.get(run.scope) ?? 0) + 1);
    this.#timer ??= this.#startTimer();
    const background = this.#background;
    if (background !== undefined) callHook("background", () => background(run.untilEnd()));
  }

  /** Resolves once there are fewer than `count`, or the signal is aborted. One caller at a time. */
  async untilFewer(count: number, signal: AbortSignal): Promise<void> {
    while (this.#runs.size >= count && !signal.aborted) {
      let stop = (): void => undefined;
      await new Promise<void>((resolve) => {
        this.#freed = resolve;
        stop = onAbort(signal, resolve);
      });
      stop();
    }
  }

  remove(run: TaskRun): void {
    if (this.#runs.get(run.id) !== run) return;
    this.#runs.delete(run.id);
    const left = (this.#scopes.get(run.scope) ?? 0) - 1;
    if (left > 0) this.#scopes.set(run.scope, left);
    else this.#scopes.delete(run.scope);
    this.#freed?.();
  }

  checkOpen(): void {
    if (this.#isClosing) {
      throw new CallError("UNAVAILABLE", "the agent is shutting down", { retryAfterMs: 1000 });
    }
  }

  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const ended = Promise.all([...this.#runs.values()].map((run) => run.shutDown(graceMs)));
    // One second more for a store that does not answer.
    await settledWithin(ended, graceMs + 1000);
    clearInterval(this.#timer);
  }

  #startTimer(): ReturnType<typeof setInterval> {
    const { turnMs, pollMs } = this.#limits;
    const timer = setInterval(() => this.#sweep(), Math.max(10, Math.min(250, turnMs / 2, pollMs / 2)));
    unref(timer);
    return timer;
  }

  #sweep(): void {
    if (this.#runs.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const run of this.#runs.values()) run.sweep(now);
  }
}

function tooMany(what: string): CallError {
  return new CallError("RESOURCE_EXHAUSTED", `the agent is at work on ${what}, its limit`, {
    retryAfterMs: 1000,
  });
}

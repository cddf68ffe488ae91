import { startTimer, unref } from "../core/time.ts";
import type { CallError } from "../service/call-error.ts";
import type { Call } from "./call.ts";

/** How often time limits are checked, in milliseconds. */
const period = 100;

/** Something that ends when its time is up. */
export interface Timed {
  /** By `performance.now`: a wall clock may jump. */
  readonly expires: number;
  abort(reason: CallError): void;
  /** Aborts it when its client goes; may be called often. */
  watch(): void;
}

/** Something that is checked once a period. */
export interface Watched {
  readonly call: Call;
  sweep(now: number): void;
}

/**
 * The calls in work, with one timer for the limits of them all: a timer for each would cost more
 * than most calls.
 */
export class CallsInWork {
  readonly #calls = new Set<Call>();
  /** Hooks that run before a call begins; a shutdown does not wait for them. */
  readonly #hooks = new Set<Timed>();
  readonly #streams = new Set<Watched>();
  /** Whether new calls are refused. */
  closing = false;
  readonly #expired: () => CallError;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #whenEmpty = new Set<() => void>();

  constructor(expired: () => CallError) {
    this.#expired = expired;
  }

  get streams(): number {
    return this.#streams.size;
  }

  add(call: Call): void {
    this.#calls.add(call);
    this.#timer ??= startSweeps(() => this.#sweep());
  }

  addHook(hook: Timed): void {
    this.#hooks.add(hook);
    this.#timer ??= startSweeps(() => this.#sweep());
  }

  removeHook(hook: Timed): void {
    this.#hooks.delete(hook);
  }

  addStream(stream: Watched): void {
    this.#streams.add(stream);
  }

  removeStream(stream: Watched): void {
    this.#streams.delete(stream);
  }

  remove(call: Call): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) for (const tell of this.#whenEmpty) tell();
  }

  abortStreams(reason: CallError): void {
    for (const { call } of this.#streams) call.abort(reason);
  }

  abortAll(reason: CallError): void {
    for (const entry of [...this.#calls, ...this.#hooks]) entry.abort(reason);
  }

  /** Resolves when no call is in work, or after `ms` milliseconds. */
  async drained(ms: number): Promise<void> {
    if (this.#calls.size === 0) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        stopTimer();
        this.#whenEmpty.delete(settle);
        resolve();
      };
      const stopTimer = startTimer(ms, settle);
      this.#whenEmpty.add(settle);
    });
  }

  #sweep(): void {
    if (this.#calls.size === 0 && this.#hooks.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const call of this.#calls) this.#look(call, now);
    for (const hook of this.#hooks) this.#look(hook, now);
    for (const stream of this.#streams) stream.sweep(now);
  }

  #look(entry: Timed, now: number): void {
    if (now >= entry.expires) entry.abort(this.#expired());
    // Most calls are over by now: watching all of them from the beginning would cost more.
    else entry.watch();
  }
}

function startSweeps(run: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(run, period);
  unref(timer);
  return timer;
}

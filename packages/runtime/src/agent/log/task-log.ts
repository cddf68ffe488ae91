import { onAbort } from "../../core/on-abort.ts";
import { exponentialDelay, sleep } from "../../core/time.ts";
import type { CallContext } from "../../service/index.ts";
import { observeWork, type SafeObservation } from "../../service/observe.ts";
import type { StateWrites } from "../contract/state-store.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { isTaskStoreError, type TaskStore } from "../contract/task-store.ts";
import { hasWrittenNothing } from "../core/out-of-reach.ts";
import type { TaskState, TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";
import { isChange } from "../store/task-count.ts";
import { Mutex } from "./mutex.ts";

/** A store threw something other than one of its refusals. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";

  constructor(cause: unknown) {
    super("the store failed", { cause });
  }
}

export interface TaskLogInit {
  readonly store: TaskStore;
  readonly id: string;
  readonly version: number;
  readonly status: TaskStatus;
  /** UTF-16 code units of the task so far. */
  readonly size: number;
  /** Milliseconds for which the task is leased once entries are written; undefined for no lease. */
  readonly leaseFor: (entries: readonly TaskEntry[]) => number | undefined;
  /** The value of `leasedAt` at the beginning. */
  readonly leasedAt: number;
  /** Called with entries that another writer appended, before `decide` is called again. */
  readonly onForeign: (entry: TaskEntry) => void;
  /** Called after every write. */
  readonly onWrite: (id: string) => void;
  /** Shows an observer an append of so many entries. */
  readonly observe?: (entries: number) => SafeObservation | undefined;
}

/** The pauses before a write is tried again. */
const pauses = { initialDelayMs: 20, maximumDelayMs: 1000 };

/** Why the end of a task could not be written. */
export interface LostLog {
  readonly cause: unknown;
}

/**
 * The end of a task's log, where entries are appended with compare-and-set: if another writer was faster,
 * its entries are read, and the decision what to write is made again. Writes of this process are serialized.
 */
export class TaskLog {
  readonly #init: TaskLogInit;
  readonly #mutex = new Mutex();
  #version: number;
  #changes = 0;
  #status: TaskStatus;
  #size: number;
  #leasedAt: number;
  #waiters: Waiter[] = [];
  readonly #lostListeners = new Set<() => void>();
  #isReleased = false;
  #lost: LostLog | undefined;

  constructor(init: TaskLogInit) {
    this.#init = init;
    this.#version = init.version;
    this.#status = init.status;
    this.#size = init.size;
    this.#leasedAt = init.leasedAt;
  }

  get version(): number {
    return this.#version;
  }

  get status(): TaskStatus {
    return this.#status;
  }

  get state(): TaskState {
    return this.#status.state;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * When this process last asked for the lease that it has, by `performance.now`: the lease lasts from then
   * on at least.
   */
  get leasedAt(): number {
    return this.#leasedAt;
  }

  /** The store has given the lease that was asked for at a time. */
  markLeased(at: number): void {
    this.#leasedAt = Math.max(this.#leasedAt, at);
  }

  /** What was written has a size beside the one that the write was given. */
  grow(size: number): void {
    this.#size += size;
  }

  /** The changes of the task since the log was opened. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Appends the entries that `decide` returns, if any, with what is kept beside them; calls it again after
   * entries of other writers. `onWritten` runs before the next write. Fails with what `decide` throws, with a
   * TaskStoreError "missing", and with a StoreFailure.
   */
  async write(
    decide: () => readonly TaskEntry[],
    { size = 0, patienceMs = 0, kept, onWritten }: WriteOptions = {},
  ): Promise<void> {
    const { store, id, leaseFor, onWrite } = this.#init;
    const end = performance.now() + patienceMs;
    const locked = this.#mutex.lock();
    if (locked !== undefined) await locked;
    let failures = 0;
    const wait = async (error: unknown): Promise<void> => {
      if (!hasWrittenNothing(error) || performance.now() >= end) throw toFailure(error);
      await sleep(Math.random() * exponentialDelay(++failures, pauses));
    };
    try {
      for (;;) {
        const loading = kept?.load();
        if (loading !== undefined) {
          await loading.catch(wait);
          continue;
        }
        const entries = decide();
        const writes = kept?.writes();
        if (entries.length === 0 && writes === undefined) return;
        const at = performance.now();
        const leaseMs = leaseFor(entries);
        try {
          const observed = this.#init.observe?.(entries.length);
          const append = () => store.append(id, this.#version, entries, leaseMs, writes);
          await (observed === undefined ? append() : observeWork(observed, append));
        } catch (error) {
          if (isTaskStoreError(error, "conflict")) await this.#read();
          else if (kept !== undefined && isTaskStoreError(error, "outdated")) kept.unload();
          else await wait(error);
          continue;
        }
        if (leaseMs !== undefined) this.markLeased(at);
        this.#size += size;
        for (const entry of entries) this.#apply(entry);
        onWritten?.();
        onWrite(id);
        this.#notify();
        return;
      }
    } finally {
      this.#mutex.unlock();
    }
  }

  /** Reads the entries of other writers. */
  async catchUp(): Promise<void> {
    await this.#mutex.lock();
    try {
      await this.#read();
    } finally {
      this.#mutex.unlock();
    }
  }

  /** Resolves when the task is in a state that `fits`, this process stops writing, or the call ends. */
  until(fits: (state: TaskState) => boolean, call?: Pick<CallContext, "signal">): Promise<void> {
    if (this.#isReleased || fits(this.state)) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ fits, resolve, call, isWatched: false }));
  }

  /** From now on the end of a call ends its wait; most waits are too short to listen from their beginning. */
  watchCalls(): void {
    for (const waiter of this.#waiters) {
      if (waiter.isWatched || waiter.call === undefined) continue;
      waiter.isWatched = true;
      const stop = onAbort(waiter.call.signal, () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        waiter.resolve();
      });
      const { resolve } = waiter;
      waiter.resolve = () => {
        stop();
        resolve();
      };
    }
  }

  /** Set if the store refused the end of the task, so that no update will follow. */
  get lost(): LostLog | undefined {
    return this.#lost;
  }

  /** Runs a listener when the log is lost, at once if it is; returns a function that removes it. */
  onLost(listener: () => void): () => void {
    if (this.#lost !== undefined) listener();
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  /** Ends the writing by this process. */
  release(lost: LostLog | undefined): void {
    this.#isReleased = true;
    this.#lost = lost;
    for (const { resolve } of this.#waiters) resolve();
    this.#waiters = [];
    if (lost !== undefined) for (const listener of this.#lostListeners) listener();
    this.#lostListeners.clear();
  }

  async #read(): Promise<void> {
    const { store, id, onForeign } = this.#init;
    let entries: readonly TaskEntry[];
    try {
      entries = await store.entries(id, this.#version);
    } catch (error) {
      throw toFailure(error);
    }
    for (const entry of entries) {
      this.#apply(entry);
      onForeign(entry);
    }
    this.#notify();
  }

  #apply(entry: TaskEntry): void {
    this.#version++;
    if (isChange(entry)) this.#changes++;
    if ("statusUpdate" in entry) this.#status = entry.statusUpdate.status;
  }

  #notify(): void {
    if (this.#waiters.length === 0) return;
    const { state } = this;
    const left: Waiter[] = [];
    for (const waiter of this.#waiters) {
      if (waiter.fits(state)) waiter.resolve();
      else left.push(waiter);
    }
    this.#waiters = left;
  }
}

function toFailure(error: unknown): Error {
  return isTaskStoreError(error) ? error : new StoreFailure(error);
}

export interface WriteOptions {
  /** UTF-16 code units of the entries. */
  readonly size?: number;
  /** Milliseconds for which the write is tried again while the store refuses it for now. Default: 0. */
  readonly patienceMs?: number;
  readonly kept?: KeptBeside;
  readonly onWritten?: () => void;
}

/** What is written beside entries. */
export interface KeptBeside {
  /** Reads what the decision needs; undefined if it is there. */
  load(): Promise<unknown> | undefined;
  /** Asked after each decision. */
  writes(): StateWrites | undefined;
  /** What is kept has another version in the store: it has to be read again. */
  unload(): void;
}

interface Waiter {
  readonly fits: (state: TaskState) => boolean;
  /** The call whose end ends the wait. */
  readonly call: Pick<CallContext, "signal"> | undefined;
  resolve: () => void;
  isWatched: boolean;
}

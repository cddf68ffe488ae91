import { onAbort } from "../../core/on-abort.ts";
import type { CallContext } from "../../service/index.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import { isTaskStoreError, type TaskStore } from "../contract/task-store.ts";
import type { TaskState, TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";

/** Something that a store threw where nothing was to be refused. */
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
  /** UTF-16 code units of what the task has so far. */
  readonly size: number;
  /** Milliseconds for which the task is held once entries are written; undefined for not at all. */
  readonly holdFor: (entries: readonly TaskEntry[]) => number | undefined;
  /** Told of entries that somebody else wrote, before `decide` is asked again. */
  readonly onForeign: (entry: TaskEntry) => void;
  /** Told after every write. */
  readonly onWrite: (id: string) => void;
}

/**
 * The end of a task's log, where entries are written with compare-and-set: when somebody else was
 * faster, what they wrote is read, and it is decided again what to write. Writers of this process
 * take turns.
 */
export class TaskLog {
  readonly #init: TaskLogInit;
  #version: number;
  #status: TaskStatus;
  #size: number;
  #isWriting = false;
  readonly #turns: (() => void)[] = [];
  #waiting: Waiting[] = [];
  readonly #lostListeners = new Set<() => void>();
  #isReleased = false;
  #isLost = false;

  constructor(init: TaskLogInit) {
    this.#init = init;
    this.#version = init.version;
    this.#status = init.status;
    this.#size = init.size;
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
   * Appends what `decide` says, which is asked again after entries of others; nothing when that is
   * nothing. `written` runs before anybody else may write. Fails with what `decide` throws, with a
   * TaskStoreError "missing", and with a StoreFailure.
   */
  async write(decide: () => readonly TaskEntry[], { size = 0, written }: WriteOptions = {}): Promise<void> {
    if (this.#isWriting) await new Promise<void>((resolve) => this.#turns.push(resolve));
    this.#isWriting = true;
    try {
      for (;;) {
        const entries = decide();
        if (entries.length === 0) return;
        try {
          const { store, id, holdFor } = this.#init;
          await store.append(id, this.#version, entries, holdFor(entries));
        } catch (error) {
          if (!isTaskStoreError(error, "conflict")) throw toFailure(error);
          await this.#read();
          continue;
        }
        this.#size += size;
        for (const entry of entries) this.#apply(entry);
        written?.();
        this.#init.onWrite(this.#init.id);
        this.#tell();
        return;
      }
    } finally {
      const next = this.#turns.shift();
      if (next === undefined) this.#isWriting = false;
      else next();
    }
  }

  /** Reads what others have written. */
  async catchUp(): Promise<void> {
    if (this.#isWriting) await new Promise<void>((resolve) => this.#turns.push(resolve));
    this.#isWriting = true;
    try {
      await this.#read();
    } finally {
      const next = this.#turns.shift();
      if (next === undefined) this.#isWriting = false;
      else next();
    }
  }

  /** Resolves when the task is in a state that `fits`, as far as this process knows, nobody of it writes any more, or the call has ended. */
  until(fits: (state: TaskState) => boolean, call?: Pick<CallContext, "signal">): Promise<void> {
    if (this.#isReleased || fits(this.state)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ fits, resolve, call, isWatched: false }));
  }

  /** Lets those go whose calls have ended, from now on: most do not wait so long that it would be worth it. */
  watchCalls(): void {
    for (const waiting of this.#waiting) {
      if (waiting.isWatched || waiting.call === undefined) continue;
      waiting.isWatched = true;
      const stop = onAbort(waiting.call.signal, () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        waiting.resolve();
      });
      const { resolve } = waiting;
      waiting.resolve = () => {
        stop();
        resolve();
      };
    }
  }

  /** Whether the store did not take the end of the task: nobody would ever tell of it. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Runs a listener when the log is lost, at once if it is; returns what stops that. */
  onLost(listener: () => void): () => void {
    if (this.#isLost) listener();
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  /** Nobody of this process writes any more. */
  release(isLost: boolean): void {
    this.#isReleased = true;
    this.#isLost = isLost;
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting = [];
    if (isLost) for (const listener of this.#lostListeners) listener();
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
    this.#tell();
  }

  #apply(entry: TaskEntry): void {
    this.#version++;
    if ("statusUpdate" in entry) this.#status = entry.statusUpdate.status;
  }

  #tell(): void {
    if (this.#waiting.length === 0) return;
    const { state } = this;
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.fits(state)) waiting.resolve();
      else left.push(waiting);
    }
    this.#waiting = left;
  }
}

function toFailure(error: unknown): Error {
  return isTaskStoreError(error) ? error : new StoreFailure(error);
}

export interface WriteOptions {
  /** UTF-16 code units of what is written. */
  readonly size?: number;
  readonly written?: () => void;
}

interface Waiting {
  readonly fits: (state: TaskState) => boolean;
  /** Whose call it is, when the end of the call ends the waiting. */
  readonly call: Pick<CallContext, "signal"> | undefined;
  resolve: () => void;
  isWatched: boolean;
}

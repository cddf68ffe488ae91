import type { Bell } from "./bell.ts";

export interface TaskWatchInit {
  /** The versions of tasks; those that are gone are missing. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Undefined for polling only. */
  readonly bell: Bell | undefined;
  /** Milliseconds between two looks without a bell, at first and at most. */
  readonly pollMs: readonly [least: number, most: number];
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds between two looks while the bell is heard: for what it lost. */
const checkMs = 5000;
/** Milliseconds for which a process listens after the last of those who waited: each ring wakes all who listen. */
const idleMs = 10_000;
/** Milliseconds between two rings of one process, at least and at most: the more tasks change, the fewer rings. */
const ringMs = [5, 50] as const;
/** Tasks of one ring. */
const keysPerRing = 1000;

/**
 * Waits for changes of tasks, for all who wait in this process together: by the bell, and by looking at the
 * versions of the tasks they wait for in growing intervals.
 */
export class TaskWatch {
  readonly #init: TaskWatchInit;
  /** By the key of the task, then by its identifier. */
  readonly #waiting = new Map<string, Map<string, Set<Waiter>>>();
  /** Tasks to look at as soon as the look before has ended. */
  #wanted = new Set<string>();
  #isLooking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires, by `performance.now`. */
  #due = 0;
  #intervalMs: number;
  /** The versions of the tasks to ring for, by their keys. */
  readonly #rung = new Map<string, number>();
  #ringing: Promise<void> | undefined;
  #listening: Promise<() => Promise<void>> | undefined;
  /** Ends the listening. */
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  /** True once the bell has told of this process itself. */
  #hears = false;
  /** What this process rings to find out whether it hears. */
  readonly #own = `self${Math.random().toString(36).slice(2)}`;
  #isClosed = false;

  constructor(init: TaskWatchInit) {
    this.#init = init;
    this.#intervalMs = init.pollMs[0];
  }

  /** Resolves when the task has more entries than `version`, is deleted, or the signal is aborted, or the watch closed. */
  async wait(id: string, version: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isClosed) return;
    let stop = (): void => undefined;
    let waiter: Waiter | undefined;
    const changed = new Promise<void>((resolve, reject) => {
      waiter = { version, resolve, reject };
      this.#add(id, waiter);
      const leave = (): void => resolve();
      signal.addEventListener("abort", leave);
      stop = () => signal.removeEventListener("abort", leave);
    });
    this.#listen();
    this.#want([id]);
    this.#schedule(this.#init.pollMs[0]);
    try {
      await changed;
    } finally {
      stop();
      if (waiter !== undefined) this.#remove(id, waiter);
    }
  }

  /** This process has written: wakes those who wait here, and tells the others. */
  changed(id: string, version: number): void {
    this.#wake(id, version);
    this.#ring(keyOf(id), version);
  }

  /** Ends all waiting; resolves once nothing more is rung. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    for (const tasks of this.#waiting.values()) {
      for (const waiters of tasks.values()) for (const { resolve } of waiters) resolve();
    }
    await this.#ringing;
    await (await this.#listening?.catch(() => undefined))?.();
  }

  #add(id: string, waiter: Waiter): void {
    const key = keyOf(id);
    const tasks = this.#waiting.get(key) ?? new Map<string, Set<Waiter>>();
    this.#waiting.set(key, tasks);
    const waiters = tasks.get(id) ?? new Set();
    tasks.set(id, waiters.add(waiter));
  }

  #remove(id: string, waiter: Waiter): void {
    const key = keyOf(id);
    const tasks = this.#waiting.get(key);
    const waiters = tasks?.get(id);
    if (tasks === undefined || waiters === undefined) return;
    waiters.delete(waiter);
    if (waiters.size === 0) tasks.delete(id);
    if (tasks.size === 0) this.#waiting.delete(key);
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#idleTimer ??= setTimeout(() => this.#rest(), idleMs);
    this.#idleTimer.unref?.();
  }

  #wake(id: string, version: number): void {
    for (const waiter of this.#waiting.get(keyOf(id))?.get(id) ?? []) {
      if (version > waiter.version) waiter.resolve();
    }
  }

  #want(ids: Iterable<string>): void {
    for (const id of ids) this.#wanted.add(id);
    if (!this.#isLooking && this.#wanted.size > 0) void this.#look(true);
  }

  /** Looks at the wanted tasks until no more are wanted. Never rejects. */
  async #look(isFirst: boolean): Promise<void> {
    this.#isLooking = true;
    // Those who begin to wait in the same moment are looked at together.
    await Promise.resolve();
    while (this.#wanted.size > 0 && !this.#isClosed) {
      const ids = [...this.#wanted];
      this.#wanted = new Set();
      try {
        const versions = await this.#init.versionsOf(ids);
        for (const id of ids) this.#wake(id, versions.get(id) ?? Number.POSITIVE_INFINITY);
      } catch (error) {
        // A later look may succeed; only those who begin to wait are told.
        if (!isFirst) break;
        for (const id of ids) {
          for (const { reject } of this.#waiting.get(keyOf(id))?.get(id) ?? []) reject(error);
        }
      }
    }
    this.#isLooking = false;
  }

  #schedule(intervalMs: number): void {
    const most = this.#hears ? checkMs : this.#init.pollMs[1];
    this.#intervalMs = this.#hears ? checkMs : Math.min(intervalMs, most);
    const due = performance.now() + this.#intervalMs;
    // Those who begin to wait put off no look that is due before.
    if (this.#isClosed || (this.#timer !== undefined && this.#due <= due)) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#listen();
      this.#lookAgain();
      if (this.#waiting.size > 0) this.#schedule(this.#intervalMs * 1.5);
    }, this.#intervalMs);
  }

  /** Looks at all tasks that are waited for. */
  #lookAgain(): void {
    for (const tasks of this.#waiting.values()) for (const id of tasks.keys()) this.#wanted.add(id);
    if (!this.#isLooking && this.#wanted.size > 0) void this.#look(false);
  }

  /** Stops listening, as long as no one waits. */
  #rest(): void {
    this.#idleTimer = undefined;
    if (this.#waiting.size > 0) return;
    this.#listening?.then(
      (end) => end(),
      () => undefined,
    );
  }

  /** Listens to the bell, if it does not yet. */
  #listen(): void {
    const { bell } = this.#init;
    if (bell?.listen === undefined || this.#listening !== undefined || this.#isClosed) return;
    const forget = (): void => {
      this.#listening = undefined;
      this.#hears = false;
      // Something may have been missed.
      if (this.#waiting.size > 0) this.#schedule(this.#init.pollMs[0]);
    };
    this.#listening = bell.listen((text) => this.#hear(text), forget);
    this.#listening.then(() => this.#ring(this.#own, 0), forget);
  }

  #hear(text: string): void {
    for (const rung of text.split(" ")) {
      const [key = "", version] = rung.split(":");
      if (key === this.#own) {
        this.#hears = true;
        // What was rung before this process listened was not heard.
        this.#lookAgain();
        continue;
      }
      const ids = [...(this.#waiting.get(key)?.keys() ?? [])];
      const [id] = ids;
      if (id !== undefined && ids.length === 1 && Number(version) > 0) this.#wake(id, Number(version));
      // One of several tasks, or one that was deleted.
      else this.#want(ids);
    }
  }

  #ring(key: string, version: number): void {
    const { bell } = this.#init;
    if (bell === undefined) return;
    this.#rung.set(key, version);
    this.#ringing ??= this.#ringAll(bell).finally(() => {
      this.#ringing = undefined;
    });
  }

  /** Rings for everything that changed in the meantime, together. Never rejects. */
  async #ringAll(bell: Bell): Promise<void> {
    await Promise.resolve();
    while (this.#rung.size > 0) {
      const rung = [...this.#rung].slice(0, keysPerRing);
      for (const [key] of rung) this.#rung.delete(key);
      try {
        await bell.ring(
          rung.map(([key, version]) => `${key}:${Number.isFinite(version) ? version : 0}`).join(" "),
        );
      } catch {
        // The others find it by looking.
      }
      // What changes meanwhile goes with the next ring, which wakes all who listen, at work on something or not.
      const pauseMs = Math.min(ringMs[0] + rung.length / 4, ringMs[1]);
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** A short name of a task, in a ring that goes to all who listen; tasks may share one. */
function keyOf(id: string): string {
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0;
  return hash.toString(36);
}

import type { ChangeNotifier } from "./change-notifier.ts";

export interface TaskWatchInit {
  /** The versions of tasks; those that are gone are missing. */
  readonly versionsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Undefined for polling only. */
  readonly notifier: ChangeNotifier | undefined;
  /** Milliseconds between two polls without a notifier, at first and at most. */
  readonly pollMs: readonly [least: number, most: number];
}

interface Waiter {
  readonly version: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds between two polls while the notifier is heard: for what it lost. */
const checkMs = 5000;
/** Milliseconds for which a process listens after its last waiter: each notification wakes every listener. */
const idleMs = 10_000;
/** The least and most milliseconds between two notifications: more changes, fewer notifications. */
const sendMs = [5, 50] as const;
/** Tasks of one notification. */
const keysPerNotification = 1000;

/**
 * Waits for changes of tasks, for all waiters of this process together: by the notifier, and by polling the
 * versions of their tasks at growing intervals.
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
  /** The versions of the tasks to notify of, by their keys. */
  readonly #unsent = new Map<string, number>();
  #sending: Promise<void> | undefined;
  #listening: Promise<() => Promise<void>> | undefined;
  /** Ends the listening. */
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  /** True once this process has heard its own notification. */
  #hears = false;
  /** What this process sends to find out whether it hears. */
  readonly #own = `self${Math.random().toString(36).slice(2)}`;
  #isClosed = false;

  constructor(init: TaskWatchInit) {
    this.#init = init;
    this.#intervalMs = init.pollMs[0];
  }

  /** Resolves when the task has passed `version` or is deleted, or the signal or the watch has ended. */
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

  /** This process has written: wakes its waiters, and notifies the others. */
  changed(id: string, version: number): void {
    this.#wake(id, version);
    this.#notify(keyOf(id), version);
  }

  /** Ends all waiting; resolves once nothing more is sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#idleTimer);
    for (const tasks of this.#waiting.values()) {
      for (const waiters of tasks.values()) for (const { resolve } of waiters) resolve();
    }
    await this.#sending;
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
        // A later look may succeed; only new waiters get the error.
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

  /** Listens to the notifier, unless it does already. */
  #listen(): void {
    const { notifier } = this.#init;
    if (notifier?.listen === undefined || this.#listening !== undefined || this.#isClosed) return;
    const forget = (): void => {
      this.#listening = undefined;
      this.#hears = false;
      // Something may have been missed.
      if (this.#waiting.size > 0) this.#schedule(this.#init.pollMs[0]);
    };
    this.#listening = notifier.listen((text) => this.#hear(text), forget);
    this.#listening.then(() => this.#notify(this.#own, 0), forget);
  }

  #hear(text: string): void {
    for (const word of text.split(" ")) {
      const [key = "", version] = word.split(":");
      if (key === this.#own) {
        this.#hears = true;
        // What was sent before this process listened was not heard.
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

  #notify(key: string, version: number): void {
    const { notifier } = this.#init;
    if (notifier === undefined) return;
    this.#unsent.set(key, version);
    this.#sending ??= this.#sendAll(notifier).finally(() => {
      this.#sending = undefined;
    });
  }

  /** Notifies of everything that changed in the meantime, together. Never rejects. */
  async #sendAll(notifier: ChangeNotifier): Promise<void> {
    await Promise.resolve();
    while (this.#unsent.size > 0) {
      const sent = [...this.#unsent].slice(0, keysPerNotification);
      for (const [key] of sent) this.#unsent.delete(key);
      try {
        await notifier.notify(
          sent.map(([key, version]) => `${key}:${Number.isFinite(version) ? version : 0}`).join(" "),
        );
      } catch {
        // The others find it by polling.
      }
      // What changes meanwhile goes with the next notification, which wakes every listener, busy or not.
      const pauseMs = Math.min(sendMs[0] + sent.length / 4, sendMs[1]);
      if (!this.#isClosed) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** A short name of a task, for a notification that goes to every listener; tasks may share one. */
function keyOf(id: string): string {
  let hash = 0;
  for (let at = 0; at < id.length; at++) hash = (Math.imul(hash, 31) + id.charCodeAt(at)) >>> 0;
  return hash.toString(36);
}

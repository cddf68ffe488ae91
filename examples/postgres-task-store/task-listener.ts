import type { Notification, Pool, PoolClient } from "pg";

interface Waiter {
  readonly version: number;
  wake(): void;
}

/** Waits for the notifications of appends and deletions, with one connection for all who wait. */
export class TaskListener {
  readonly #pool: Pool;
  readonly #channel: string;
  readonly #waiters = new Map<string, Set<Waiter>>();
  #release: Promise<() => void> | undefined;

  constructor(pool: Pool, channel: string) {
    this.#pool = pool;
    this.#channel = channel;
  }

  /**
   * Resolves when a notification tells of a later version or the end of the task, when `isOver` finds
   * so, when the signal is aborted, and when the connection is lost: whoever waits looks again then.
   */
  async wait({
    id,
    version,
    signal,
    isOver,
  }: {
    readonly id: string;
    readonly version: number;
    readonly signal: AbortSignal;
    readonly isOver: () => Promise<boolean>;
  }): Promise<void> {
    if (signal.aborted) return;
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const waiter = { version, wake };
    this.#add(id, waiter);
    signal.addEventListener("abort", wake);
    try {
      this.#release ??= this.#listen();
      await this.#release;
      if (signal.aborted || (await isOver())) return;
      await woken;
    } finally {
      signal.removeEventListener("abort", wake);
      this.#remove(id, waiter);
    }
  }

  async close(): Promise<void> {
    (await this.#release)?.();
  }

  /** Returns what gives the connection back. */
  async #listen(): Promise<() => void> {
    let client: PoolClient | undefined;
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#release = undefined;
      // Destroyed rather than used again: it listens.
      client?.release(true);
      this.#wakeAll();
    };
    try {
      client = await this.#pool.connect();
      client.on("notification", (notification) => this.#tell(notification));
      client.on("error", release);
      await client.query(`listen "${this.#channel.replaceAll('"', '""')}"`);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  #tell({ payload = "" }: Notification): void {
    const space = payload.indexOf(" ");
    const version = payload.slice(0, space);
    const reached = version === "gone" ? Infinity : Number(version);
    for (const waiter of this.#waiters.get(payload.slice(space + 1)) ?? []) {
      if (reached > waiter.version) waiter.wake();
    }
  }

  #wakeAll(): void {
    for (const waiters of this.#waiters.values()) {
      for (const waiter of waiters) waiter.wake();
    }
  }

  #add(id: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    if (waiters === undefined) this.#waiters.set(id, new Set([waiter]));
    else waiters.add(waiter);
  }

  #remove(id: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(id);
  }
}

/**
 * Tasks that wait for a process with room for them. Scopes take turns: the first task of each comes before
 * the second one of any, and those that come later wait for no more than the round that is served.
 */
export interface TaskQueue {
  /** Claims at most `limit` queued tasks, and leases them for `leaseMs` milliseconds, or without a lease. */
  claim(limit: number, leaseMs?: number): Promise<readonly ClaimedTask[]>;
  /** Takes one task out of the queue, and leases it; false if it is not queued. */
  take(id: string, leaseMs?: number): Promise<boolean>;
  /** Resolves as soon as tasks wait, or the signal is aborted. */
  waiting(signal: AbortSignal): Promise<void>;
  /** How many tasks wait, for observers. */
  size?(): Promise<number>;
}

/** How many tasks may wait; of several processes at once, each may add one more. */
export interface QueueRoom {
  readonly total: number;
  /** Of one scope. */
  readonly perScope: number;
}

/** A task that was taken out of the queue. */
export interface ClaimedTask {
  readonly id: string;
  /** The number of its entries. */
  readonly version: number;
}

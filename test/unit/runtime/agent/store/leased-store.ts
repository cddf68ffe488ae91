import type { ExpiredLease, TaskQueue, TaskStore } from "@a2agen/runtime/agent";

function leaseClaimed(queue: TaskQueue, set: (id: string, leaseMs: number | undefined) => void): TaskQueue {
  return {
    async claim(limit, leaseMs) {
      const claimed = await queue.claim(limit);
      for (const { id } of claimed) set(id, leaseMs);
      return claimed;
    },
    async take(id, leaseMs) {
      const isTaken = await queue.take(id);
      if (isTaken) set(id, leaseMs);
      return isTaken;
    },
    waiting: (signal) => queue.waiting(signal),
  };
}

/** A store that knows who is at work on its tasks. */
export type LeasedStore = TaskStore & Required<Pick<TaskStore, "renewLeases" | "expiredLeases">>;

/** Adds leases to a store, by a clock; `Date.now` when absent. */
export function withLeases(inner: TaskStore, now: () => number = Date.now): LeasedStore {
  const leases = new Map<string, number>();
  const set = (id: string, leaseMs: number | undefined): void => {
    if (leaseMs === undefined) leases.delete(id);
    else leases.set(id, now() + leaseMs);
  };
  return {
    async create(task) {
      const created = await inner.create(task);
      if (created.existing === undefined) set(task.task.id, task.leaseMs);
      return created;
    },
    async append(id, version, entries, leaseMs, writes) {
      const reached = await inner.append(id, version, entries, undefined, writes);
      if (entries.some((entry) => "statusUpdate" in entry)) set(id, leaseMs);
      return reached;
    },
    read: (id) => inner.read(id),
    entries: (id, after, limit) => inner.entries(id, after, limit),
    ...(inner.changed === undefined ? {} : { changed: inner.changed.bind(inner) }),
    list: (query) => inner.list(query),
    async delete(id) {
      await inner.delete(id);
      leases.delete(id);
    },
    async renewLeases(ids, leaseMs) {
      for (const id of ids) if (leases.has(id)) set(id, leaseMs);
    },
    ...(inner.queue === undefined ? {} : { queue: leaseClaimed(inner.queue, set) }),
    ...(inner.state === undefined ? {} : { state: inner.state }),
    ...(inner.webhooks === undefined ? {} : { webhooks: inner.webhooks }),
    async expire({ limit, dryRun, ...old }) {
      const all = (await inner.expire?.({ ...old, limit: Infinity, dryRun: true })) ?? [];
      const free = all.filter((id) => !leases.has(id)).slice(0, limit);
      if (dryRun !== true) for (const id of free) await inner.delete(id);
      return free;
    },
    ...(inner.compact === undefined ? {} : { compact: inner.compact.bind(inner) }),
    async expiredLeases(limit) {
      const ended = [...leases].filter(([, until]) => until <= now()).toSorted(([, a], [, b]) => a - b);
      const found: ExpiredLease[] = [];
      for (const [id] of ended.slice(0, limit)) {
        const stored = await inner.read(id);
        if (stored !== undefined) found.push({ id, version: stored.version });
      }
      return found;
    },
  };
}

import type { LapsedTask, TaskQueue, TaskStore } from "@a2agen/runtime/agent";

function holdClaimed(queue: TaskQueue, set: (id: string, holdMs: number | undefined) => void): TaskQueue {
  return {
    async claim(limit, holdMs) {
      const claimed = await queue.claim(limit);
      for (const { id } of claimed) set(id, holdMs);
      return claimed;
    },
    async take(id, holdMs) {
      const isTaken = await queue.take(id);
      if (isTaken) set(id, holdMs);
      return isTaken;
    },
    waiting: (signal) => queue.waiting(signal),
  };
}

/** A store that knows who is at work on its tasks. */
export type LeasedStore = TaskStore & Required<Pick<TaskStore, "hold" | "lapsed">>;

/** Adds holds to a store, by a clock; `Date.now` when absent. */
export function withLeases(inner: TaskStore, now: () => number = Date.now): LeasedStore {
  const holds = new Map<string, number>();
  const set = (id: string, holdMs: number | undefined): void => {
    if (holdMs === undefined) holds.delete(id);
    else holds.set(id, now() + holdMs);
  };
  return {
    async create(task) {
      const created = await inner.create(task);
      if (created.existing === undefined) set(task.task.id, task.holdMs);
      return created;
    },
    async append(id, version, entries, holdMs) {
      const reached = await inner.append(id, version, entries);
      if (entries.some((entry) => "statusUpdate" in entry)) set(id, holdMs);
      return reached;
    },
    read: (id) => inner.read(id),
    entries: (id, after, limit) => inner.entries(id, after, limit),
    ...(inner.changed === undefined ? {} : { changed: inner.changed.bind(inner) }),
    list: (query) => inner.list(query),
    async delete(id) {
      await inner.delete(id);
      holds.delete(id);
    },
    async hold(ids, holdMs) {
      for (const id of ids) if (holds.has(id)) set(id, holdMs);
    },
    ...(inner.queue === undefined ? {} : { queue: holdClaimed(inner.queue, set) }),
    ...(inner.webhooks === undefined ? {} : { webhooks: inner.webhooks }),
    async expire({ limit, dryRun, ...old }) {
      const all = (await inner.expire?.({ ...old, limit: Infinity, dryRun: true })) ?? [];
      const free = all.filter((id) => !holds.has(id)).slice(0, limit);
      if (dryRun !== true) for (const id of free) await inner.delete(id);
      return free;
    },
    ...(inner.compact === undefined ? {} : { compact: inner.compact.bind(inner) }),
    async lapsed(limit) {
      const ended = [...holds].filter(([, until]) => until <= now()).toSorted(([, a], [, b]) => a - b);
      const found: LapsedTask[] = [];
      for (const [id] of ended.slice(0, limit)) {
        const stored = await inner.read(id);
        if (stored !== undefined) found.push({ id, version: stored.version });
      }
      return found;
    },
  };
}

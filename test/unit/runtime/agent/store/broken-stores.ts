import { A2AService } from "@a2agen/a2a-1.0";
import {
  MemoryTaskStore,
  type NewTask,
  type StoredTask,
  type TaskEntry,
  type TaskQuery,
  type TaskStore,
  TaskStoreError,
} from "@a2agen/runtime/agent";
import { withLeases } from "./leased-store.ts";

export interface BrokenStore {
  readonly mistake: string;
  /** The case that finds the mistake, and what it says. */
  readonly caughtBy: string;
  readonly says: string;
  make(good: Required<TaskStore>): Partial<TaskStore>;
}

export function makeBroken({ make }: BrokenStore): TaskStore {
  const store = new MemoryTaskStore({ service: A2AService });
  const leased = withLeases(store);
  const good: Required<TaskStore> = {
    create: (task) => leased.create(task),
    append: (id, version, entries, leaseMs, writes) => leased.append(id, version, entries, leaseMs, writes),
    read: (id) => store.read(id),
    entries: (id, after, limit) => store.entries(id, after, limit),
    changed: (id, version, signal) => store.changed(id, version, signal),
    list: (query) => store.list(query),
    delete: (id) => leased.delete(id),
    renewLeases: (ids, leaseMs) => leased.renewLeases(ids, leaseMs),
    expiredLeases: (limit) => leased.expiredLeases(limit),
    webhooks: store.webhooks,
    state: store.state,
    queue: leased.queue ?? store.queue,
    expire: (tasks) => leased.expire?.(tasks) ?? store.expire(tasks),
    compact: (logs) => store.compact(logs),
  };
  return { ...good, ...make(good) };
}

export const brokenStores: readonly BrokenStore[] = [
  {
    mistake: "append does not look at the version",
    caughtBy: 'append fails with "conflict" at another version, and writes nothing',
    says: 'append at version 0: expected a TaskStoreError "conflict", found resolved',
    make: (good) => ({
      append: async (id, _, entries) => good.append(id, await versionOf(good, id), entries),
    }),
  },
  {
    mistake: "append looks at the version, and writes later",
    caughtBy: "of 50 appends at the same version one writes",
    says: "appends that wrote: expected 1, found 50",
    make(good) {
      let written = 0;
      return {
        async append(id, version, entries) {
          await good.append(id, version, []);
          written += entries.length;
          return good.append(id, written - entries.length, entries);
        },
      };
    },
  },
  {
    mistake: "append writes one entry after another",
    caughtBy: "entries that are read while others are appended are always the beginning of the log",
    says: "entries of a batch that are missing: expected 0, found 1",
    make: (good) => ({
      async append(id, version, entries) {
        let reached = await good.append(id, version, []);
        for (const entry of entries) reached = await good.append(id, reached, [entry]);
        return reached;
      },
    }),
  },
  {
    mistake: "append throws an error of its own when there is no task",
    caughtBy: 'append fails with "missing" when there is no such task',
    says: 'append: expected a TaskStoreError "missing", found the error Error: no row',
    make: (good) => ({
      async append(id, version, entries) {
        if ((await good.read(id)) === undefined) throw new Error("no row");
        return good.append(id, version, entries);
      },
    }),
  },
  {
    mistake: "every append writes the whole log again",
    caughtBy: "append looks at the entries that it is given, and never again at those before",
    says: "how often each entry was looked at, after 50 appends of others[0]: expected 1002, found 1052",
    make(good) {
      const log: TaskEntry[] = [];
      return {
        append(id, version, entries) {
          log.push(...entries);
          JSON.stringify(log);
          return good.append(id, version, entries);
        },
      };
    },
  },
  {
    mistake: "create replaces a task that is there",
    caughtBy: 'create fails with "exists" when the identifier is taken, and leaves the task as it is',
    says: 'same scope: expected a TaskStoreError "exists", found resolved',
    make: (good) => ({
      async create(task) {
        await good.delete(task.task.id);
        return good.create(task);
      },
    }),
  },
  {
    mistake: "create looks for the idempotency key, and writes later",
    caughtBy:
      "of 50 tasks created at the same time with one idempotency key one begins, and the others find it",
    says: "tasks that began: expected 1, found 50",
    make: (good) => ({
      ...repeatedBy(
        good,
        ({ scope, idempotency }) => JSON.stringify([scope, idempotency?.key]),
        Promise.resolve(),
      ),
    }),
  },
  {
    mistake: "idempotency keys are joined with their scope by a colon",
    caughtBy: "an idempotency key belongs to its scope, and is compared exactly",
    says: 'existing for the key "k" of "a:b": expected nothing, found "t-5"',
    make: (good) => repeatedBy(good, ({ scope, idempotency }) => `${scope}:${idempotency?.key}`),
  },
  {
    mistake: "idempotency keys are kept for ever",
    caughtBy: "an idempotency key finds a task that began at `since` or later, and none that began before",
    says: 'existing for a time after the task began: expected nothing, found "t-1"',
    make: (good) => repeatedBy(good, ({ scope, idempotency }) => JSON.stringify([scope, idempotency?.key])),
  },
  {
    mistake: "read gives an object that later entries change",
    caughtBy: "a task that was read is not changed by later entries",
    says: "read 0, after all entries: expected ",
    make(good) {
      const live = new Map<string, StoredTask>();
      const refresh = async (id: string): Promise<StoredTask | undefined> => {
        const now = await good.read(id);
        if (now !== undefined) live.set(id, Object.assign(live.get(id) ?? now, now));
        return live.get(id);
      };
      return {
        read: refresh,
        async append(id, version, entries) {
          const reached = await good.append(id, version, entries);
          await refresh(id);
          return reached;
        },
      };
    },
  },
  {
    mistake: "tasks are looked up in an object with a prototype",
    caughtBy: "tasks, scopes and contexts may have any name, and are never mixed up",
    says: 'the task "__proto__" before it is made: expected nothing, found {}',
    make: (good) => ({
      read: async (id) => (({}) as Record<string, StoredTask>)[id] ?? good.read(id),
    }),
  },
  {
    mistake: "the message of a status is lost with the next status",
    caughtBy: "a status takes the place of the one before, whose message goes to the history",
    says: "task after the second status.history.length: expected 3, found 2",
    make: (good) =>
      readAs(good, ({ task, ...rest }) => ({
        ...rest,
        task: { ...task, history: (task.history ?? []).filter(({ role }) => role === "ROLE_USER") },
      })),
  },
  {
    mistake: "pieces of a text stay parts of their own",
    caughtBy: "text that is appended to text of the same media type is one part with it",
    says: "task after all pieces.artifacts[0].parts.length: expected 7, found 10",
    make: (good) =>
      readAs(good, ({ task, ...rest }) => {
        const artifacts = task.artifacts?.map((artifact) => ({
          ...artifact,
          parts: artifact.parts.flatMap((part): typeof artifact.parts =>
            part.text === undefined ? [part] : Array.from(part.text, (text) => ({ ...part, text })),
          ),
        }));
        return { ...rest, task: artifacts === undefined ? task : { ...task, artifacts } };
      }),
  },
  {
    mistake: "the parts of a chunk take the place of those before",
    caughtBy: "an artifact is added, replaced in its place, or gets more parts with `append`",
    says: "task after entry 3.artifacts[0].parts.length: expected 2, found 1",
    make: (good) =>
      readAs(good, ({ task, ...rest }) => {
        const artifacts = task.artifacts?.map((artifact) => ({
          ...artifact,
          parts: artifact.parts.slice(-1),
        }));
        return { ...rest, task: artifacts === undefined ? task : { ...task, artifacts } };
      }),
  },
  {
    mistake: "entries are all that there are, whatever the limit",
    caughtBy: "entries begin after the version that is asked for, and are at most `limit`",
    says: "1 entries after 0.length: expected 1, found 12",
    make: (good) => ({ entries: (id, after) => good.entries(id, after) }),
  },
  {
    mistake: "a task that is not there has no entries",
    caughtBy: 'entries fails with "missing" when there is no such task',
    says: 'entries: expected a TaskStoreError "missing", found resolved',
    make: (good) => ({
      entries: async (id, after, limit) => ((await good.read(id)) ? good.entries(id, after, limit) : []),
    }),
  },
  {
    mistake: "changed waits for the next entry, whatever has come before",
    caughtBy: "changed resolves at once when the task has more entries than the version",
    says: "changed after version 0, which is past: did not happen within 200 ms",
    make: (good) => ({
      changed: async (id, _, signal) => good.changed(id, await versionOf(good, id), signal),
    }),
  },
  {
    mistake: "changed looks at the version, and begins to wait later",
    caughtBy: "changed does not miss an entry that is appended while it begins to wait",
    says: "changed beside the append of entry 1: did not happen within 200 ms",
    make: (good) => ({
      async changed(id, version, signal) {
        if ((await versionOf(good, id)) > version) return;
        await good.changed(id, await versionOf(good, id), signal);
      },
    }),
  },
  {
    mistake: "changed resolves at once",
    caughtBy: "changed waits while the task has no more entries",
    says: "whether changed resolved, though there was nothing new: expected false, found true",
    make: () => ({ changed: () => Promise.resolve() }),
  },
  {
    mistake: "changed does not look at its signal",
    caughtBy: "changed resolves when its signal is aborted, before or after the call",
    says: "changed, aborted after the call: did not happen within 200 ms",
    make: (good) => ({
      changed: (id, version) => good.changed(id, version, new AbortController().signal),
    }),
  },
  {
    mistake: "changed tells only of entries",
    caughtBy: "changed resolves when the task is deleted",
    says: "changed: did not happen within 200 ms",
    make: (good) => ({
      async changed(id, version, signal) {
        await good.changed(id, version, signal);
        if ((await good.read(id)) === undefined) await untilAborted(signal);
      },
    }),
  },
  {
    mistake: "the list compares times as texts",
    caughtBy: "list orders by time, however many fraction digits times have",
    says: 'order[1]: expected "t-6", found "t-1"',
    make: (good) => ({
      async list(query) {
        const page = await good.list(query);
        const tasks = page.tasks.toSorted((a, b) =>
          `${a.status.timestamp} ${a.id}` < `${b.status.timestamp} ${b.id}` ? 1 : -1,
        );
        return { ...page, tasks };
      },
    }),
  },
  {
    mistake: "the list shows tasks of all scopes",
    caughtBy: "tasks of a scope are listed in no other",
    says: 'tasks of the scope "a".ids.length: expected 1, found 7',
    make(good) {
      const scopes = new Map<string, string>();
      return {
        create: ({ scope, ...task }) => {
          scopes.set(task.task.id, scope);
          return good.create({ ...task, scope: "all" });
        },
        list: (query) => good.list({ ...query, scope: "all" }),
      };
    },
  },
  {
    mistake: "the list does not look at the state",
    caughtBy: "list finds a task by the state that it has now",
    says: "tasks at work.length: expected 0, found 1",
    make: (good) => ({
      list(query) {
        const { state: _, ...rest } = query;
        return good.list(rest);
      },
    }),
  },
  {
    mistake: "the list leaves out the tasks of the very time `since`",
    caughtBy: "list gives only what the query asks for, and counts it",
    says: 'tasks for {"scope":"s-0","since":"2026-01-01T00:00:12.000Z"}.ids.length: expected 12, found 11',
    make: (good) => ({
      async list(query) {
        const page = await good.list(query);
        const tasks = page.tasks.filter(({ status }) => status.timestamp !== query.since);
        return { ...page, tasks };
      },
    }),
  },
  {
    mistake: "the list counts the tasks of the page",
    caughtBy: "pages follow each other without gap, whatever their size, and say whether more follow",
    says: "total in pages of 1, after 1 tasks: expected 23, found 1",
    make: (good) => ({
      async list(query) {
        const page = await good.list(query);
        return { ...page, total: page.tasks.length };
      },
    }),
  },
  {
    mistake: "a full page says that more follow",
    caughtBy: "pages follow each other without gap, whatever their size, and say whether more follow",
    says: "more in pages of 1, after 23 tasks: expected false, found true",
    make: (good) => ({
      async list(query) {
        const page = await good.list(query);
        return { ...page, more: page.tasks.length === query.limit };
      },
    }),
  },
  {
    mistake: "a page begins at the index of the task that it should follow",
    caughtBy: "while tasks come, change and go, pages show none twice and skip none that stays as it is",
    says: "tasks shown twice in pages of 3.length: expected 0, found ",
    make: (good) => ({ list: (query) => pageByIndex(good, query) }),
  },
  {
    mistake: "the list has no history",
    caughtBy: "list gives tasks as read does; their artifacts may be left out when they are not wanted",
    says: "tasks with artifacts[0].history: expected ",
    make: (good) => ({
      async list(query) {
        const page = await good.list(query);
        const tasks = page.tasks.map((task) => {
          const { history: _, ...rest } = task;
          return rest;
        });
        return { ...page, tasks };
      },
    }),
  },
  {
    mistake: "a deleted task can still be read",
    caughtBy: "a deleted task is gone, and no other one",
    says: "read: expected nothing, found ",
    make: () => ({ delete: async () => {} }),
  },
  {
    mistake: "deleting fails when there is no task",
    caughtBy: "nothing happens when a task is deleted that is not there",
    says: "there is no task none",
    make: (good) => ({
      async delete(id) {
        if ((await good.read(id)) === undefined)
          throw new TaskStoreError("missing", `there is no task ${id}`);
        await good.delete(id);
      },
    }),
  },
  {
    mistake: "leases are given, and nobody learns which expire",
    caughtBy: "a store has both renewLeases and expiredLeases, or neither",
    says: "whether it has expiredLeases, as it has renewLeases: expected true, found false",
    make: () => ({ expiredLeases: undefined }) as unknown as Partial<TaskStore>,
  },
  {
    mistake: "a task is leased from the first renewal on",
    caughtBy: "the lease that a task begins with expires at its end, and not before",
    says: "the expiry of the lease of t: did not happen within 200 ms",
    make: (good) => ({
      create(given) {
        const { leaseMs: _, ...task } = given;
        return good.create(task);
      },
    }),
  },
  {
    mistake: "every lease expires at once",
    caughtBy: "the lease that a task begins with expires at its end, and not before",
    says: "expired leases.length: expected 1, found 2",
    make: (good) => ({
      create: (task) => good.create(task.leaseMs === undefined ? task : { ...task, leaseMs: 0 }),
    }),
  },
  {
    mistake: "every new task is leased",
    caughtBy: "a task that begins without a lease never expires",
    says: "expired leases.length: expected 1, found 2",
    make: (good) => ({ create: (task) => good.create({ leaseMs: 0, ...task }) }),
  },
  {
    mistake: "a resumed task is leased from the first renewal on",
    caughtBy: "a status with a lease leases its task, whatever lease it had before",
    says: "the expiry of the lease of t: did not happen within 200 ms",
    make: (good) => ({ append: (id, version, entries) => good.append(id, version, entries) }),
  },
  {
    mistake: "a lease ends by expiry only",
    caughtBy: "a status without a lease ends that of its task",
    says: "expired leases.length: expected 0, found 1",
    make: (good) => ({
      append: (id, version, entries, leaseMs = 0) => good.append(id, version, entries, leaseMs),
    }),
  },
  {
    mistake: "any write leases the task",
    caughtBy: "entries without a status leave the lease of their task as it is",
    says: "the expiry of the lease of t: did not happen within 200 ms",
    make: (good) => ({
      async append(id, version, entries, leaseMs) {
        const reached = await good.append(id, version, entries, leaseMs);
        if (leaseMs !== undefined) await good.renewLeases([id], leaseMs);
        return reached;
      },
    }),
  },
  {
    mistake: "a refused write leases the task",
    caughtBy: "a refused write leaves the lease of the task as it is",
    says: "the expiry of the lease of t: did not happen within 200 ms",
    make: (good) => ({
      async append(id, version, entries, leaseMs) {
        if (leaseMs !== undefined) await good.renewLeases([id], leaseMs);
        return good.append(id, version, entries, leaseMs);
      },
    }),
  },
  {
    mistake: "an expired lease cannot be renewed",
    caughtBy: "renewLeases renews the leases of many tasks, expired or not, and of no others",
    says: "expired leases.length: expected 1, found ",
    make: (good) => ({
      async renewLeases(ids, leaseMs) {
        const ended = new Set((await good.expiredLeases(1000)).map(({ id }) => id));
        await good.renewLeases(
          ids.filter((id) => !ended.has(id)),
          leaseMs,
        );
      },
    }),
  },
  {
    mistake: "renewLeases renews the lease of one task",
    caughtBy: "renewLeases renews the leases of many tasks, expired or not, and of no others",
    says: "expired leases.length: expected 1, found ",
    make: (good) => ({ renewLeases: (ids, leaseMs) => good.renewLeases(ids.slice(0, 1), leaseMs) }),
  },
  {
    mistake: "renewLeases leases ended and missing tasks",
    caughtBy: "renewLeases ignores tasks without a lease, and missing ones",
    says: "expired leases.length: expected 1, found ",
    make(good) {
      const renewed = new Set<string>();
      return {
        async renewLeases(ids, leaseMs) {
          for (const id of ids) renewed.add(id);
          await good.renewLeases(ids, leaseMs);
        },
        async expiredLeases(limit) {
          const found = await good.expiredLeases(limit);
          const known = new Set(found.map(({ id }) => id));
          return [...found, ...[...renewed].filter((id) => !known.has(id)).map((id) => ({ id, version: 0 }))];
        },
      };
    },
  },
  {
    mistake: "the leases that expired last come first",
    caughtBy: "expiredLeases finds the leases that expired first, at most `limit`",
    says: '2 expired leases[0]: expected "c", found "b"',
    make: (good) => ({
      expiredLeases: async (limit) => (await good.expiredLeases(1000)).toReversed().slice(0, limit),
    }),
  },
  {
    mistake: "all expired leases are listed, whatever the limit",
    caughtBy: "expiredLeases finds the leases that expired first, at most `limit`",
    says: "2 expired leases.length: expected 2, found 3",
    make: (good) => ({ expiredLeases: () => good.expiredLeases(1000) }),
  },
  {
    mistake: "the leases of deleted tasks are kept",
    caughtBy: "a deleted task has no lease",
    says: "expired leases.length: expected 0, found 1",
    make(good) {
      const deleted: string[] = [];
      return {
        async delete(id) {
          deleted.push(id);
          await good.delete(id);
        },
        expiredLeases: async (limit) => [
          ...(await good.expiredLeases(limit)),
          ...deleted.map((id) => ({ id, version: 0 })),
        ],
      };
    },
  },
  {
    mistake: "create forgets the webhook of the task",
    caughtBy: "create adds the webhook of a task with it, or neither",
    says: "webhooks of the task.length: expected 1, found 0",
    make: (good) => ({
      create(given) {
        const { webhook: _, ...task } = given;
        return good.create(task);
      },
    }),
  },
  {
    mistake: "create makes a task whose webhook has no room",
    caughtBy: "create adds the webhook of a task with it, or neither",
    says: 'a second webhook of the scope: expected a TaskStoreError "full", found resolved',
    make: (good) => ({
      async create({ webhook, ...task }) {
        const created = await good.create(task);
        if (webhook !== undefined && created.existing === undefined) {
          await good.webhooks.set(webhook.webhook, webhook.room).catch(() => undefined);
        }
        return created;
      },
    }),
  },
  {
    mistake: "append writes state and memory apart from entries that are refused",
    caughtBy: "state and memory are written with the entries, or nothing is",
    says: 'at version 2 of the state: expected a TaskStoreError "outdated", found resolved',
    make: (good) => ({
      async append(id, version, entries, leaseMs, { state, ...writes } = {}) {
        const now = (await good.read(id))?.version;
        if (state !== undefined && now !== undefined) await good.append(id, now, [], undefined, { state });
        return good.append(id, version, entries, leaseMs, writes);
      },
    }),
  },
  {
    mistake: "append does not look at the version of the memory",
    caughtBy: "state and memory are written with the entries, or nothing is",
    says: 'at version 0 of the memory: expected a TaskStoreError "outdated", found resolved',
    make: (good) => ({
      async append(id, version, entries, leaseMs, { memory, ...writes } = {}) {
        if (memory === undefined) return good.append(id, version, entries, leaseMs, writes);
        const { scope = "", task } = (await good.read(id)) ?? {};
        const context = { scope, contextId: task?.contextId ?? "" };
        const { version: now = 0 } = (await good.state.ofContext(context)) ?? {};
        return good.append(id, version, entries, leaseMs, { ...writes, memory: { ...memory, version: now } });
      },
    }),
  },
  {
    mistake: "append does not look at the version of the state",
    caughtBy: "state and memory are written with the entries, or nothing is",
    says: 'at version 0 of the state: expected a TaskStoreError "outdated", found resolved',
    make: (good) => ({
      async append(id, version, entries, leaseMs, { state, ...writes } = {}) {
        if (state === undefined) return good.append(id, version, entries, leaseMs, writes);
        const { version: now = 0 } = (await good.state.ofTask(id)) ?? {};
        return good.append(id, version, entries, leaseMs, { ...writes, state: { ...state, version: now } });
      },
    }),
  },
  {
    mistake: "the memory of a context is that of all scopes",
    caughtBy: "the memory of a context is that of its scope, whichever task has written it",
    says: "memory of another scope.version: expected 1, found 2",
    make: (good) => ({
      state: {
        ofTask: (id) => good.state.ofTask(id),
        ofContext: ({ contextId }) => good.state.ofContext({ scope: "scope", contextId }),
      },
    }),
  },
  {
    mistake: "the memory of a context stays when its last task is deleted",
    caughtBy: "the state of a task goes with it, and the memory of a context with its last task",
    says: 'memory of no task: expected nothing, found {"version":1,"values":{"of":1}}',
    make(good) {
      const seen = new Map<string, Awaited<ReturnType<typeof good.state.ofContext>>>();
      return {
        state: {
          ofTask: (id) => good.state.ofTask(id),
          async ofContext(context) {
            const found = await good.state.ofContext(context);
            const key = JSON.stringify(context);
            if (found !== undefined) seen.set(key, found);
            return found ?? seen.get(key);
          },
        },
      };
    },
  },
  {
    mistake: "a new state is merged into the one before",
    caughtBy: "the state of a task is what was written last, and leaves the task and its log as they are",
    says: 'state after another write.values.list: expected nothing, found [1,null,{"nested":true}]',
    make: (good) => ({
      async append(id, version, entries, leaseMs, { state, ...writes } = {}) {
        if (state === undefined) return good.append(id, version, entries, leaseMs, writes);
        const values = { ...(await good.state.ofTask(id))?.values, ...state.values };
        return good.append(id, version, entries, leaseMs, { ...writes, state: { ...state, values } });
      },
    }),
  },
];

async function versionOf(store: TaskStore, id: string): Promise<number> {
  return (await store.read(id))?.version ?? 0;
}

function readAs(good: TaskStore, change: (stored: StoredTask) => StoredTask): Partial<TaskStore> {
  return {
    async read(id) {
      const stored = await good.read(id);
      return stored === undefined ? undefined : change(stored);
    },
  };
}

/** Finds by a key of its own, without looking at the time; `delay` comes between looking and writing. */
function repeatedBy(
  good: TaskStore,
  keyOf: (task: NewTask) => string,
  delay?: Promise<void>,
): Partial<TaskStore> {
  const found = new Map<string, string>();
  return {
    async create(task) {
      const existing = found.get(keyOf(task));
      if (delay !== undefined) await delay;
      if (existing !== undefined) return { existing };
      found.set(keyOf(task), task.task.id);
      const { idempotency: _, ...rest } = task;
      return good.create(rest);
    },
  };
}

/** Writes a part of what is kept whatever becomes of the entries. */
async function pageByIndex(good: TaskStore, query: TaskQuery): ReturnType<TaskStore["list"]> {
  const { after, limit, ...rest } = query;
  const all = await good.list({ ...rest, limit: 1000 });
  const start = after === undefined ? 0 : all.tasks.findIndex(({ id }) => id === after.id) + 1;
  const end = start + limit;
  return { tasks: all.tasks.slice(start, end), total: all.total, more: all.tasks.length > end };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

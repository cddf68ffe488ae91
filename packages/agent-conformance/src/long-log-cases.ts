import { foldEntries, type TaskEntry } from "@a2agen/runtime/agent";
import { expectSame } from "./expect-same.ts";
import { createTask, newTask, numberedEntries } from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

export const longLogCases: readonly StoreCheck[] = [
  {
    name: "a log of 10,000 entries is kept and read whole, and in pieces",
    async check({ store, replica }) {
      const all = numberedEntries("t", 0, 10_000);
      const beginning = await createTask(store, "t");
      for (let version = 0; version < all.length; ) {
        version = await store.append("t", version, all.slice(version, version + 400));
      }
      expectSame((await replica.read("t"))?.task, foldEntries(beginning, all), "task");
      const pieces: TaskEntry[] = [];
      while (pieces.length < all.length) pieces.push(...(await replica.entries("t", pieces.length, 999)));
      expectSame(pieces, all, "entries");
    },
  },
  {
    name: "append looks at the entries that it is given, and never again at those before",
    async check({ store }) {
      await createTask(store, "t");
      const counts: { looks: number }[] = [];
      for (let version = 0; version < 1000; version++) {
        const count = { looks: 0 };
        counts.push(count);
        await store.append("t", version, [countingEntry(version, count)]);
      }
      const before = counts.map(({ looks }) => looks);
      for (let version = 1000; version < 1050; version++) {
        await store.append("t", version, numberedEntries("t", version, version + 1));
      }
      const after = counts.map(({ looks }) => looks);
      expectSame(after, before, "how often each entry was looked at, after 50 appends of others");
      const most = Math.max(...before.slice(0, 10), 1);
      const last = Math.max(...before.slice(-10));
      if (last > most * 2) {
        throw new Error(`expected at most ${most * 2} looks at each of the last entries, found ${last}`);
      }
    },
  },
  {
    name: "a thousand tasks are kept apart",
    async check({ store }) {
      for (let index = 0; index < 1000; index += 50) {
        const ids = Array.from({ length: 50 }, (_, offset) => `t-${index + offset}`);
        await Promise.all(ids.map((id) => createTask(store, id, { contextId: id })));
        await Promise.all(ids.map((id) => store.append(id, 0, numberedEntries(id, 0, 1))));
      }
      const page = await store.list({ scope: "scope", contextId: "t-777", limit: 2, artifacts: true });
      const expected = foldEntries(
        newTask("t-777", { contextId: "t-777" }).task,
        numberedEntries("t-777", 0, 1),
      );
      const { versions = [1] } = page;
      const only = { tasks: [expected], versions: [1], total: 1, more: false };
      expectSame({ ...page, versions }, only, "tasks of one context");
    },
  },
];

/** Counts how often its content is read: by serialising, cloning, or folding. */
function countingEntry(number: number, count: { looks: number }): TaskEntry {
  const [entry] = numberedEntries("t", number, number + 1);
  if (entry === undefined || !("artifactUpdate" in entry)) throw new Error("expected an artifact update");
  const { artifactUpdate } = entry;
  return {
    get artifactUpdate() {
      count.looks++;
      return artifactUpdate;
    },
  };
}

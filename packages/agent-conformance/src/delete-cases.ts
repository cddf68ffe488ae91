import { expectProblem, expectSame } from "./expect-same.ts";
import { createTask, newTask, numberedEntries, timeAt } from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

export const deleteCases: readonly StoreCheck[] = [
  {
    name: "a deleted task is gone, and no other one",
    async check({ store, replica }) {
      for (const id of ["t", "u"]) {
        await createTask(store, id);
        await store.append(id, 0, numberedEntries(id, 0, 3));
      }
      await store.delete("t");
      expectSame(await replica.read("t"), undefined, "read");
      await expectProblem(replica.entries("t", 0), "missing", "entries");
      await expectProblem(replica.append("t", 3, numberedEntries("t", 3, 4)), "missing", "append");
      const { tasks, total } = await replica.list({ scope: "scope", limit: 10, artifacts: true });
      expectSame({ ids: tasks.map(({ id }) => id), total }, { ids: ["u"], total: 1 }, "list");
      expectSame(await replica.entries("u", 0), numberedEntries("u", 0, 3), "entries of the other task");
    },
  },
  {
    name: "nothing happens when a task is deleted that is not there",
    async check({ store }) {
      await createTask(store, "t");
      await store.delete("none");
      await store.delete("t");
      await store.delete("t");
      expectSame((await store.list({ scope: "scope", limit: 10, artifacts: true })).total, 0, "tasks");
    },
  },
  {
    name: "the identifier of a deleted task can be taken, with nothing of what was before",
    async check({ store, replica }) {
      await createTask(store, "t", { contextId: "before" });
      await store.append("t", 0, numberedEntries("t", 0, 5));
      await store.delete("t");
      await replica.create(newTask("t", { time: timeAt(7) }));
      expectSame(await store.read("t"), { ...newTask("t", { time: timeAt(7) }), version: 0 }, "read");
      expectSame(await store.entries("t", 0), [], "entries");
    },
  },
  {
    name: "an idempotency key does not find a task that was deleted",
    async check({ store }) {
      const idempotency = { key: "k", since: timeAt(0) };
      await store.create(newTask("t-1", { idempotency }));
      await store.delete("t-1");
      expectSame((await store.create(newTask("t-2", { idempotency }))).existing, undefined, "existing");
      expectSame(
        (await store.create(newTask("t-3", { idempotency }))).existing,
        "t-2",
        "existing after that",
      );
    },
  },
];

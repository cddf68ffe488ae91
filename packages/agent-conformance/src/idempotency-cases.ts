import { expectSame } from "./expect-same.ts";
import { newTask, timeAt } from "./samples.ts";
import { inTurn, type StoreCheck } from "./store-check.ts";

const since = timeAt(0);

export const idempotencyCases: readonly StoreCheck[] = [
  {
    name: "create finds the task that began with the same idempotency key, and writes nothing",
    async check({ store, replica }) {
      const first = await store.create(newTask("t-1", { idempotency: { key: "k", since } }));
      expectSame(first.existing, undefined, "existing at first");
      const again = await replica.create(newTask("t-2", { idempotency: { key: "k", since } }));
      expectSame(again.existing, "t-1", "existing when it is sent again");
      expectSame(await store.read("t-2"), undefined, "the task of the second call");
      expectSame((await store.list({ scope: "scope", limit: 10, artifacts: false })).total, 1, "tasks");
    },
  },
  {
    name: "create finds by an idempotency key whatever has become of the task, and whatever its identifier",
    async check({ store, replica }) {
      await store.create(newTask("t-1", { idempotency: { key: "k", since } }));
      await store.append("t-1", 0, [{ cancelRequest: { at: timeAt(5) } }]);
      const again = await replica.create(newTask("t-1", { idempotency: { key: "k", since } }));
      expectSame(again.existing, "t-1", "existing when the identifier is the same too");
    },
  },
  {
    name: "an idempotency key belongs to its scope, and is compared exactly",
    async check({ store }) {
      const keys: readonly (readonly [scope: string, key: string])[] = [
        ["a", "k"],
        ["b", "k"],
        ["a", "K"],
        ["a", "k "],
        ["a", ""],
        ["a", "b:k"],
        ["a:b", "k"],
        ["", "a"],
        ["a", "__proto__"],
        ["__proto__", "k"],
      ];
      for (const [index, [scope, key]] of keys.entries()) {
        const { existing } = await store.create(
          newTask(`t-${index}`, { scope, idempotency: { key, since } }),
        );
        expectSame(
          existing,
          undefined,
          `existing for the key ${JSON.stringify(key)} of ${JSON.stringify(scope)}`,
        );
      }
      for (const [index, [scope, key]] of keys.entries()) {
        const { existing } = await store.create(newTask("again", { scope, idempotency: { key, since } }));
        expectSame(existing, `t-${index}`, `existing for the key ${JSON.stringify(key)} sent again`);
      }
    },
  },
  {
    name: "an idempotency key finds a task that began at `since` or later, and none that began before",
    async check({ store }) {
      const begin = (
        id: string,
        time: string,
        sinceTime: string,
      ): Promise<{ existing: string | undefined }> =>
        store.create(newTask(id, { time, idempotency: { key: "k", since: sinceTime } }));
      await begin("t-1", "2026-01-01T00:00:10Z", since);
      const equal = await begin("t-2", timeAt(11_000), "2026-01-01T00:00:10.000Z");
      expectSame(equal.existing, "t-1", "existing for the time at which the task began");
      const later = await begin("t-3", "2026-01-01T00:00:10.5Z", "2026-01-01T00:00:10.001Z");
      expectSame(later.existing, undefined, "existing for a time after the task began");
      const newest = await begin("t-4", timeAt(12_000), "2026-01-01T00:00:10.25Z");
      expectSame(newest.existing, "t-3", "existing once another task began with the key");
    },
  },
  {
    name: "the beginning counts for an idempotency key, not the latest status",
    async check({ store }) {
      await store.create(newTask("t-1", { time: timeAt(0), idempotency: { key: "k", since } }));
      const status = { state: "TASK_STATE_WORKING", timestamp: timeAt(5000) } as const;
      await store.append("t-1", 0, [{ statusUpdate: { taskId: "t-1", contextId: "context", status } }]);
      const { existing } = await store.create(
        newTask("t-2", { idempotency: { key: "k", since: timeAt(1000) } }),
      );
      expectSame(existing, undefined, "existing for a time between beginning and status");
    },
  },
  {
    name: "of 50 tasks created at the same time with one idempotency key one begins, and the others find it",
    async check(given) {
      const created = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          inTurn(given, index).create(newTask(`t-${index}`, { idempotency: { key: "k", since } })),
        ),
      );
      const winners = created.flatMap(({ existing }, index) =>
        existing === undefined ? [`t-${index}`] : [],
      );
      expectSame(winners.length, 1, "tasks that began");
      const found = new Set(created.flatMap(({ existing }) => existing ?? []));
      expectSame([...found], winners, "tasks that were found");
      const { tasks } = await given.store.list({ scope: "scope", limit: 100, artifacts: false });
      expectSame(
        tasks.map(({ id }) => id),
        winners,
        "tasks that are there",
      );
    },
  },
];

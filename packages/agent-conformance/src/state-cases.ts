import type { StateWrites, TaskStore } from "@a2agen/runtime/agent";
import { expectProblem, expectSame, outcomeOf } from "./expect-same.ts";
import { createTask, numberedEntries, parseObject, statusEntry, timeAt } from "./samples.ts";
import { inTurn, type StoreCheck } from "./store-check.ts";

const scope = "scope";

/** What is kept at first. */
const first = { version: 0, values: { kept: 1 } };

/** Writes beside no entries, at the version of the task. */
async function keep(store: TaskStore, id: string, writes: StateWrites): Promise<void> {
  const { version = 0 } = (await store.read(id)) ?? {};
  await store.append(id, version, [], undefined, writes);
}

/** The memory of a context of the scope. */
async function memoryOf(store: TaskStore, contextId: string, of = scope): Promise<unknown> {
  return store.state?.ofContext({ scope: of, contextId });
}

/** A store without `state` passes all of them. */
export const stateCases: readonly StoreCheck[] = [
  {
    name: "the state of a task is what was written last, and leaves the task and its log as they are",
    async check({ store, replica }) {
      if (store.state === undefined) return;
      const task = await createTask(store, "t");
      expectSame(await replica.state?.ofTask("t"), undefined, "state before the first write");
      expectSame(await replica.state?.ofTask("none"), undefined, "state of no task");
      const entries = numberedEntries("t", 0, 2);
      const begun = { version: 0, values: { list: [1, null, { nested: true }], text: "one" } };
      expectSame(await store.append("t", 0, entries, undefined, { state: begun }), 2, "version");
      expectSame(await replica.state?.ofTask("t"), { ...begun, version: 1 }, "state");
      const second = { version: 1, values: { text: "two" } };
      expectSame(
        await replica.append("t", 2, [], undefined, { state: second }),
        2,
        "version without entries",
      );
      const written = { ...second, version: 2 };
      expectSame(await store.state.ofTask("t"), written, "state after another write");
      expectSame(await store.entries("t", 0), entries, "entries");
      const stored = await replica.read("t");
      expectSame(
        { id: stored?.task.id, status: stored?.task.status },
        { id: "t", status: task.status },
        "task",
      );
      await store.append("t", 2, numberedEntries("t", 2, 3));
      expectSame(await store.state.ofTask("t"), written, "state after an append without one");
      await keep(store, "t", { state: { version: 2, values: {} } });
      expectSame(await replica.state?.ofTask("t"), { version: 3, values: {} }, "state that was emptied");
    },
  },
  {
    name: "state and memory may have any keys and values, and large ones",
    async check({ store, replica }) {
      if (store.state === undefined) return;
      await createTask(store, "t");
      const odd = parseObject(
        '{"__proto__":{"a":1},"":0,"\\u0000":"\\u0000","10":1,"2":2,"\\ud800":"\\udfff\'"}',
      );
      const state = { version: 0, values: { ...odd, large: "x".repeat(260_000) } };
      const values = { ...odd, large: "y".repeat(1_040_000) };
      await keep(store, "t", { state, memory: { version: 0, values } });
      expectSame(await replica.state?.ofTask("t"), { ...state, version: 1 }, "state");
      expectSame(await memoryOf(replica, "context"), { version: 1, values }, "memory");
    },
  },
  {
    name: "the memory of a context is that of its scope, whichever task has written it",
    async check({ store, replica }) {
      if (store.state === undefined) return;
      await createTask(store, "t-1");
      await createTask(store, "t-2");
      await createTask(store, "t-3", { contextId: "other" });
      await createTask(store, "t-4", { scope: "other" });
      await keep(store, "t-1", { memory: { version: 0, values: { by: 1 } } });
      await keep(replica, "t-2", { memory: { version: 1, values: { by: 2 } } });
      await keep(replica, "t-3", { memory: { version: 0, values: { by: 3 } } });
      await keep(replica, "t-4", { memory: { version: 0, values: { by: 4 } } });
      expectSame(await memoryOf(store, "context"), { version: 2, values: { by: 2 } }, "memory");
      expectSame(
        await memoryOf(store, "other"),
        { version: 1, values: { by: 3 } },
        "memory of another context",
      );
      const ofOther = await memoryOf(store, "context", "other");
      expectSame(ofOther, { version: 1, values: { by: 4 } }, "memory of another scope");
      expectSame(await memoryOf(store, "none"), undefined, "memory of no context");
    },
  },
  {
    name: "state and memory are written with the entries, or nothing is",
    async check({ store, replica }) {
      if (store.state === undefined) return;
      await createTask(store, "t");
      const kept = { state: first, memory: first };
      await store.append("t", 0, numberedEntries("t", 0, 1), undefined, kept);
      const entries = [
        ...numberedEntries("t", 1, 2),
        statusEntry("t", { state: "TASK_STATE_COMPLETED", timestamp: timeAt(9) }),
      ];
      const second = { version: 1, values: { late: 1 } };
      const late = { state: second, memory: second };
      await expectProblem(replica.append("t", 0, entries, undefined, late), "conflict", "at another version");
      for (const version of [0, 2]) {
        for (const of of ["state", "memory"] as const) {
          const call = replica.append("t", 1, entries, undefined, { ...late, [of]: { ...second, version } });
          await expectProblem(call, "outdated", `at version ${version} of the ${of}`);
        }
      }
      const missing = store.append("none", 0, [], undefined, late);
      await expectProblem(missing, "missing", "for a task that is not there");
      expectSame(await store.state.ofTask("t"), { ...first, version: 1 }, "state");
      expectSame(await memoryOf(store, "context"), { version: 1, values: { kept: 1 } }, "memory");
      expectSame(await store.entries("t", 0), numberedEntries("t", 0, 1), "entries");
      expectSame((await store.read("t"))?.task.status.state, "TASK_STATE_SUBMITTED", "status");
      expectSame(await replica.append("t", 1, entries, undefined, late), 3, "version after a right one");
      expectSame(await store.state.ofTask("t"), { ...second, version: 2 }, "state after it");
      expectSame(await memoryOf(store, "context"), { version: 2, values: { late: 1 } }, "memory after it");
    },
  },
  {
    name: "of many that write the state of a task at a version, beside no entries, one does",
    async check(given) {
      const { store, replica } = given;
      if (store.state === undefined) return;
      await createTask(store, "t");
      for (let version = 0; version < 3; version++) {
        const outcomes = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            outcomeOf(keep(inTurn(given, index), "t", { state: { version, values: { by: index } } })),
          ),
        );
        expectSame(outcomes.filter((outcome) => outcome === "resolved").length, 1, "writes");
        expectSame(
          outcomes.filter((outcome) => outcome === "outdated").length,
          7,
          "writes that are outdated",
        );
        const by = outcomes.indexOf("resolved");
        expectSame(await replica.state?.ofTask("t"), { version: version + 1, values: { by } }, "state");
      }
      expectSame((await store.read("t"))?.version, 0, "version of the task");
    },
  },
  {
    name: "of many tasks that write the memory of their context at a version one does, until all have",
    async check(given) {
      const { store, replica, within } = given;
      if (store.state === undefined) return;
      const ids = Array.from({ length: 12 }, (_, index) => `t-${index}`);
      await Promise.all(ids.map((id, index) => createTask(inTurn(given, index), id)));
      const first = await Promise.all(
        ids.map((id, index) =>
          outcomeOf(keep(inTurn(given, index), id, { memory: { version: 0, values: { count: 1 } } })),
        ),
      );
      expectSame(first.filter((outcome) => outcome === "resolved").length, 1, "writes at version 0");
      expectSame(first.filter((outcome) => outcome === "outdated").length, 11, "writes that are outdated");
      const count = async (id: string, index: number): Promise<void> => {
        const own = inTurn(given, index);
        for (;;) {
          const found = await own.state?.ofContext({ scope, contextId: "context" });
          const { version = 0, values = {} } = found ?? {};
          const memory = { version, values: { count: Number(values["count"]) + 1 } };
          const outcome = await outcomeOf(keep(own, id, { memory }));
          if (outcome === "resolved") return;
          expectSame(outcome, "outdated", "outcome of a write");
        }
      };
      await within(Promise.all(ids.map(count)), "twelve tasks that count in one memory");
      expectSame(await memoryOf(replica, "context"), { version: 13, values: { count: 13 } }, "memory");
    },
  },
  {
    name: "the state of a task goes with it, and the memory of a context with its last task",
    async check({ store, replica }) {
      if (store.state === undefined) return;
      await createTask(store, "t-1");
      await createTask(store, "t-2");
      await createTask(store, "t-3", { scope: "other" });
      const kept = { version: 0, values: { of: 1 } };
      await keep(store, "t-1", { state: kept, memory: kept });
      await store.delete("t-1");
      expectSame(await replica.state?.ofTask("t-1"), undefined, "state of a deleted task");
      expectSame(
        await memoryOf(replica, "context"),
        { version: 1, values: { of: 1 } },
        "memory of the other task",
      );
      await replica.delete("t-2");
      expectSame(await memoryOf(store, "context"), undefined, "memory of no task");
      await createTask(replica, "t-1");
      expectSame(await store.state.ofTask("t-1"), undefined, "state of a new task of the identifier");
      await keep(store, "t-1", { memory: { version: 0, values: { of: 2 } } });
      expectSame(await memoryOf(replica, "context"), { version: 1, values: { of: 2 } }, "a new memory");
    },
  },
  {
    name: "a memory is gone when the last tasks of its context are deleted at the same time",
    async check(given) {
      const { store, replica } = given;
      if (store.state === undefined) return;
      for (let round = 0; round < 5; round++) {
        const ids = ["t-1", "t-2", "t-3", "t-4"];
        await Promise.all(ids.map((id) => createTask(store, id)));
        await keep(store, "t-1", { memory: { version: 0, values: { of: round } } });
        await Promise.all(ids.map((id, index) => inTurn(given, index).delete(id)));
        expectSame(await memoryOf(replica, "context"), undefined, "memory");
      }
    },
  },
  {
    name: "expire takes state and memory along",
    async check({ store, replica }) {
      if (store.state === undefined || store.expire === undefined) return;
      for (const id of ["t-1", "t-2"]) await createTask(store, id);
      await createTask(store, "t-3", { contextId: "late", time: timeAt(1000) });
      await createTask(store, "t-4", { contextId: "late" });
      const kept = { state: first, memory: first };
      for (const id of ["t-1", "t-4"]) await keep(store, id, kept);
      expectSame(
        await replica.expire?.({ before: timeAt(100), limit: 9, dryRun: true }),
        ["t-1", "t-2", "t-4"],
        "dry",
      );
      expectSame(
        await memoryOf(store, "context"),
        { version: 1, values: { kept: 1 } },
        "memory after a dry run",
      );
      await replica.expire?.({ before: timeAt(100), limit: 9 });
      expectSame(await store.state.ofTask("t-1"), undefined, "state");
      expectSame(await memoryOf(store, "context"), undefined, "memory");
      expectSame(
        await memoryOf(store, "late"),
        { version: 1, values: { kept: 1 } },
        "memory of a later task",
      );
    },
  },
  {
    name: "compact leaves state and memory as they are",
    async check({ store, replica }) {
      if (store.state === undefined || store.compact === undefined) return;
      await createTask(store, "t");
      const kept = { state: first, memory: first };
      const entries = [
        ...numberedEntries("t", 0, 30),
        statusEntry("t", { state: "TASK_STATE_COMPLETED", timestamp: timeAt(1) }),
      ];
      await store.append("t", 0, entries, undefined, kept);
      expectSame(
        await store.compact({ before: timeAt(100), limit: 9, entries: 20 }),
        ["t"],
        "compacted tasks",
      );
      expectSame(await replica.state?.ofTask("t"), { ...first, version: 1 }, "state");
      expectSame(await memoryOf(replica, "context"), { version: 1, values: { kept: 1 } }, "memory");
    },
  },
];

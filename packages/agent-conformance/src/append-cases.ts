import { expectProblem, expectSame, outcomeOf } from "./expect-same.ts";
import { createTask, newTask, numberedEntries, statusEntry, timeAt } from "./samples.ts";
import { inTurn, type StoreCheck } from "./store-check.ts";

export const appendCases: readonly StoreCheck[] = [
  {
    name: "append returns the number of entries appended so far",
    async check({ store, replica }) {
      await createTask(store, "t");
      const entries = numberedEntries("t", 0, 4);
      expectSame(await store.append("t", 0, entries.slice(0, 1)), 1, "version after one entry");
      expectSame(await replica.append("t", 1, entries.slice(1)), 4, "version after three more");
      expectSame((await store.read("t"))?.version, 4, "version that is read");
      expectSame(await store.entries("t", 0), entries, "entries");
    },
  },
  {
    name: "append of no entries checks the version and changes nothing",
    async check({ store }) {
      await createTask(store, "t");
      await store.append("t", 0, numberedEntries("t", 0, 2));
      expectSame(await store.append("t", 2, []), 2, "version");
      await expectProblem(store.append("t", 1, []), "conflict", "append at a version that is past");
      await expectProblem(store.append("none", 0, []), "missing", "append to a task that is not there");
      expectSame((await store.read("t"))?.version, 2, "version that is read");
    },
  },
  {
    name: 'append fails with "conflict" at another version, and writes nothing',
    async check({ store, replica }) {
      await createTask(store, "t");
      const entries = numberedEntries("t", 0, 2);
      await store.append("t", 0, entries);
      for (const version of [0, 1, 3, 1000]) {
        await expectProblem(
          replica.append("t", version, [
            ...numberedEntries("t", 10, 13),
            statusEntry("t", { state: "TASK_STATE_COMPLETED", timestamp: timeAt(9) }),
          ]),
          "conflict",
          `append at version ${version}`,
        );
      }
      expectSame(await store.entries("t", 0), entries, "entries");
      const stored = await store.read("t");
      expectSame(stored?.version, 2, "version");
      expectSame(stored?.task.status, newTask("t").task.status, "status");
    },
  },
  {
    name: 'append fails with "missing" when there is no such task',
    async check({ store }) {
      await expectProblem(store.append("none", 0, numberedEntries("none", 0, 1)), "missing", "append");
      expectSame(await store.read("none"), undefined, "the task");
    },
  },
  {
    name: "of 50 appends at the same version one writes",
    async check(given) {
      await createTask(given.store, "t");
      for (let round = 0; round < 4; round++) {
        const batches = Array.from({ length: 50 }, (_, index) =>
          numberedEntries("t", round * 1000 + index * 2, round * 1000 + index * 2 + 2),
        );
        const outcomes = await Promise.all(
          batches.map((batch, index) => outcomeOf(inTurn(given, index).append("t", round * 2, batch))),
        );
        expectSame(outcomes.filter((outcome) => outcome === "resolved").length, 1, "appends that wrote");
        expectSame(outcomes.filter((outcome) => outcome === "conflict").length, 49, "appends in conflict");
        const winner = batches[outcomes.indexOf("resolved")];
        expectSame(await given.store.entries("t", round * 2), winner, "entries of the round");
        expectSame((await given.replica.read("t"))?.version, round * 2 + 2, "version after the round");
      }
    },
  },
  {
    name: "appends that are tried again until they succeed are all in the log, each in one piece",
    async check(given) {
      await createTask(given.store, "t");
      const writers = Array.from({ length: 10 }, async (_, index) => {
        const batch = numberedEntries("t", index * 3, index * 3 + 3);
        const store = inTurn(given, index);
        for (;;) {
          const version = (await store.read("t"))?.version ?? 0;
          const outcome = await outcomeOf(store.append("t", version, batch));
          if (outcome === "resolved") return;
          expectSame(outcome, "conflict", "outcome of an append");
        }
      });
      await given.within(Promise.all(writers), "ten writers that append until they succeed");
      const log = await given.store.entries("t", 0);
      expectSame(log.length, 30, "number of entries");
      const pieces = Array.from({ length: 10 }, (_, index) =>
        JSON.stringify(log.slice(index * 3, index * 3 + 3)),
      );
      const expected = Array.from({ length: 10 }, (_, index) =>
        JSON.stringify(numberedEntries("t", index * 3, index * 3 + 3)),
      );
      expectSame(pieces.map(sortKeys).toSorted(), expected.map(sortKeys).toSorted(), "batches of the log");
    },
  },
  {
    name: "appends to different tasks do not hinder each other",
    async check(given) {
      const ids = Array.from({ length: 20 }, (_, index) => `t-${index}`);
      await Promise.all(ids.map((id, index) => createTask(inTurn(given, index), id)));
      await Promise.all(
        ids.map(async (id, index) => {
          for (let version = 0; version < 10; version++) {
            const entries = numberedEntries(id, version, version + 1);
            expectSame(
              await inTurn(given, index + version).append(id, version, entries),
              version + 1,
              "version",
            );
          }
        }),
      );
      for (const id of ids) {
        expectSame(await given.store.entries(id, 0), numberedEntries(id, 0, 10), `entries of ${id}`);
      }
    },
  },
];

/** The order of properties is a store's own. */
function sortKeys(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

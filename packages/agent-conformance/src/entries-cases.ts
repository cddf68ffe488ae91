import type { TaskEntry } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import { artifactOf, createTask, numberedEntries, timeAt, userMessage } from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

export const entriesCases: readonly StoreCheck[] = [
  {
    name: "entries are given as they were appended, in order",
    async check({ store, replica }) {
      await createTask(store, "t");
      const update = { taskId: "t", contextId: "context", metadata: { nested: { list: [1, null, "x"] } } };
      const entries: TaskEntry[] = [
        { message: { ...userMessage("m"), referenceTaskIds: ["other"], extensions: ["x:y"] } },
        { statusUpdate: { ...update, status: { state: "TASK_STATE_WORKING", timestamp: timeAt(1) } } },
        { artifactUpdate: { ...update, artifact: artifactOf("a", "1"), append: true, lastChunk: true } },
        { cancelRequest: { at: timeAt(2) } },
        {
          artifactUpdate: {
            ...update,
            artifact: { artifactId: "a", parts: [{ data: null }, { raw: "AAE=" }] },
          },
        },
      ];
      await store.append("t", 0, entries);
      expectSame(await replica.entries("t", 0), entries, "entries");
    },
  },
  {
    name: "entries begin after the version that is asked for, and are at most `limit`",
    async check({ store }) {
      await createTask(store, "t");
      const all = numberedEntries("t", 0, 12);
      for (let version = 0; version < 12; version += 3) {
        await store.append("t", version, all.slice(version, version + 3));
      }
      for (const after of [0, 1, 5, 11, 12]) {
        expectSame(await store.entries("t", after), all.slice(after), `entries after ${after}`);
        for (const limit of [1, 2, 7, 12, 1000]) {
          const expected = all.slice(after, after + limit);
          expectSame(await store.entries("t", after, limit), expected, `${limit} entries after ${after}`);
        }
      }
    },
  },
  {
    name: "there are no entries after the version of the task, or a later one",
    async check({ store }) {
      await createTask(store, "t");
      expectSame(await store.entries("t", 0), [], "entries of a new task");
      await store.append("t", 0, numberedEntries("t", 0, 2));
      for (const after of [2, 3, 1000]) {
        expectSame(await store.entries("t", after), [], `entries after ${after}`);
        expectSame(await store.entries("t", after, 5), [], `5 entries after ${after}`);
      }
    },
  },
  {
    name: 'entries fails with "missing" when there is no such task',
    async check({ store }) {
      await expectProblem(store.entries("none", 0), "missing", "entries");
      await expectProblem(store.entries("none", 5, 1), "missing", "entries after a version");
    },
  },
  {
    name: "entries that are read while others are appended are always the beginning of the log",
    async check({ store, replica, within }) {
      await createTask(store, "t");
      const all = numberedEntries("t", 0, 60);
      const write = async (): Promise<void> => {
        for (let version = 0; version < 60; version += 2) {
          await store.append("t", version, all.slice(version, version + 2));
        }
      };
      const read = async (): Promise<void> => {
        for (let seen = 0; seen < 60; ) {
          const found = await replica.entries("t", 0);
          expectSame(found, all.slice(0, found.length), "entries");
          expectSame(found.length % 2, 0, "entries of a batch that are missing");
          if (found.length < seen) throw new Error(`expected ${seen} entries or more, found ${found.length}`);
          seen = found.length;
        }
      };
      await within(Promise.all([write(), read()]), "a reader beside a writer");
    },
  },
];

import { expectProblem, expectSame, outcomeOf } from "./expect-same.ts";
import { artifactOf, createTask, newTask, parseObject, timeAt } from "./samples.ts";
import { inTurn, type StoreCheck } from "./store-check.ts";

export const createCases: readonly StoreCheck[] = [
  {
    name: "create begins a task at version 0, as it was given",
    async check({ store, replica }) {
      const created = await store.create(newTask("t"));
      expectSame(created.existing, undefined, "existing");
      const { task } = newTask("t");
      expectSame(await replica.read("t"), { task, version: 0, scope: "scope" }, "read");
      expectSame(await replica.entries("t", 0), [], "entries");
    },
  },
  {
    name: "create keeps everything that a task begins with",
    async check({ store, replica }) {
      const given = newTask("t");
      const task = {
        ...given.task,
        artifacts: [
          { ...artifactOf("a", "one", "two"), name: "", description: "é ü 漢字 🎈", extensions: ["x:y"] },
          artifactOf("b", "three"),
        ],
        metadata: parseObject(
          '{"__proto__":{"a":1},"n":null,"d":[0.1,1e300,-5,true,[],{}],"e":"\\t\\"\\\\ "}',
        ),
      };
      await store.create({ ...given, task });
      expectSame((await replica.read("t"))?.task, task, "task");
    },
  },
  {
    name: "create writes the entries with which a task begins, and its version is their number",
    async check({ store, replica }) {
      const entries = [{ cancelRequest: { at: timeAt(1) } }, { handOver: { at: timeAt(2) } }];
      await store.create({ ...newTask("t"), entries });
      expectSame(await replica.read("t"), { task: newTask("t").task, version: 2, scope: "scope" }, "read");
      expectSame(await replica.entries("t", 0), entries, "entries");
      expectSame(await replica.append("t", 2, entries.slice(0, 1)), 3, "version after one more");
      await expectProblem(store.create({ ...newTask("t"), entries }), "exists", "the same identifier");
      expectSame((await store.entries("t", 0)).length, 3, "number of entries");
    },
  },
  {
    name: 'create fails with "exists" when the identifier is taken, and leaves the task as it is',
    async check({ store, replica }) {
      await store.create(newTask("t"));
      await expectProblem(replica.create(newTask("t", { contextId: "other" })), "exists", "same scope");
      await expectProblem(replica.create(newTask("t", { scope: "other" })), "exists", "other scope");
      expectSame(await store.read("t"), { ...newTask("t"), version: 0 }, "read");
      expectSame((await store.list(everything("other"))).total, 0, "tasks of the other scope");
    },
  },
  {
    name: "of 50 tasks created at the same time with one identifier one begins",
    async check(given) {
      const calls = Array.from({ length: 50 }, (_, index) =>
        outcomeOf(inTurn(given, index).create(newTask("t", { contextId: `c-${index}` }))),
      );
      const outcomes = await Promise.all(calls);
      expectSame(outcomes.filter((outcome) => outcome === "resolved").length, 1, "tasks that began");
      expectSame(
        outcomes.filter((outcome) => outcome === "exists").length,
        49,
        'calls that failed with "exists"',
      );
      const winner = outcomes.indexOf("resolved");
      expectSame((await given.store.read("t"))?.task.contextId, `c-${winner}`, "context of the task");
    },
  },
  {
    name: "create without an idempotency key begins a task every time",
    async check({ store }) {
      await createTask(store, "t-1", { time: timeAt(1) });
      await createTask(store, "t-2", { time: timeAt(1) });
      expectSame((await store.list(everything("scope"))).total, 2, "tasks");
    },
  },
];

function everything(scope: string): { scope: string; limit: number; artifacts: boolean } {
  return { scope, limit: 10, artifacts: true };
}

import type { TaskStore } from "@a2agen/runtime/agent";
import { expectSame, outcomeOf } from "./expect-same.ts";
import {
  artifactEntry,
  artifactOf,
  createTask,
  newTask,
  numberedEntries,
  parseObject,
  timeAt,
} from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

const oddNames: readonly string[] = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "/",
  "../t",
  "a/b?c#d%20",
  "'; DROP TABLE task; --",
  '"',
  "\\",
  "\n",
  "%",
  "_",
  "*",
  "é",
  "e\u0301",
  "漢字",
  "🎈",
  "null",
  "0",
  "A",
  "a",
];

export const identifierCases: readonly StoreCheck[] = [
  {
    name: "tasks, scopes and contexts may have any name, and are never mixed up",
    async check({ store, replica }) {
      for (const name of oddNames) await expectNameToWork({ store, name, context: name });
      for (const name of oddNames) {
        const where = `the task ${JSON.stringify(name)}`;
        const stored = await replica.read(name);
        expectSame(stored?.task.id, name, `identifier of ${where}`);
        expectSame(stored?.scope, name, `scope of ${where}`);
        expectSame(await replica.entries(name, 0), numberedEntries(name, 0, 2), `entries of ${where}`);
        const { tasks } = await replica.list({ scope: name, contextId: name, limit: 10, artifacts: false });
        expectSame(
          tasks.map(({ id }) => id),
          [name],
          `tasks in the scope and the context of ${where}`,
        );
      }
    },
  },
  {
    name: "names may be long: 1,000 characters of a task, 10,000 of a scope, a context and an idempotency key",
    async check({ store, replica }) {
      const id = longName(1000);
      const contextId = longName(10_000);
      const scope = `${longName(10_000)}-s`;
      const idempotency = { key: `${longName(10_000)}-k`, since: timeAt(0) };
      await store.create(newTask(id, { scope, contextId, idempotency }));
      await store.create(newTask(`${id.slice(0, -1)}!`, { scope, contextId: `${contextId}!` }));
      expectSame((await replica.create(newTask("x", { scope, idempotency }))).existing, id, "existing");
      const { tasks, total } = await replica.list({ scope, contextId, limit: 10, artifacts: false });
      expectSame(
        { ids: tasks.map((task) => task.id), total },
        { ids: [id], total: 1 },
        "tasks of the context",
      );
      expectSame((await replica.read(id))?.scope, scope, "scope");
    },
  },
  {
    name: "an identifier that has U+0000 is kept or refused, and finds no other task",
    async check({ store }) {
      await createTask(store, "t");
      const id = "t\u0000";
      const outcome = await outcomeOf(store.create(newTask(id)));
      const found = (await store.read(id))?.task.id;
      expectSame(found, outcome === "resolved" ? id : undefined, "the task that is read");
    },
  },
  {
    name: "a text that has U+0000 is kept or refused, never changed",
    async check({ store }) {
      await createTask(store, "t");
      const entry = artifactEntry("t", artifactOf("a", "before\u0000after"));
      const outcome = await outcomeOf(store.append("t", 0, [entry]));
      expectSame(await store.entries("t", 0), outcome === "resolved" ? [entry] : [], "entries");
    },
  },
  {
    name: "artifacts and metadata may have names of built-in properties",
    async check({ store, replica }) {
      const names = ["__proto__", "constructor", "hasOwnProperty", ""];
      await createTask(store, "t");
      let version = 0;
      for (const name of [...names, ...names]) {
        const metadata = parseObject(`{${JSON.stringify(name)}:{"polluted":true}}`);
        const artifact = { ...artifactOf(name, "x"), metadata };
        version = await store.append("t", version, [artifactEntry("t", artifact, true)]);
      }
      const { task } = (await replica.read("t")) ?? newTask("none");
      const expected = names.map((name) => ({
        ...artifactOf(name, "xx"),
        metadata: parseObject(`{${JSON.stringify(name)}:{"polluted":true}}`),
      }));
      expectSame(task.artifacts, expected, "artifacts");
      expectSame(
        Object.getOwnPropertyDescriptor(Object.prototype, "polluted"),
        undefined,
        "Object.prototype",
      );
    },
  },
];

async function expectNameToWork(given: {
  readonly store: TaskStore;
  readonly name: string;
  readonly context: string;
}): Promise<void> {
  const { store, name } = given;
  const where = `the task ${JSON.stringify(name)}`;
  expectSame(await store.read(name), undefined, `${where} before it is made`);
  await store.create(newTask(name, { scope: name, contextId: given.context }));
  expectSame(await store.append(name, 0, numberedEntries(name, 0, 2)), 2, `version of ${where}`);
}

/** Letters that cannot be compressed: indexes of databases have a limit. */
function longName(length: number): string {
  let random = length;
  let name = "";
  while (name.length < length) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    name += String.fromCharCode(97 + ((random >>> 16) % 26), 65 + ((random >>> 20) % 26));
  }
  return name.slice(0, length);
}

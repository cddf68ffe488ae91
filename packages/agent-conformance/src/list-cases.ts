import { type Task, TaskState } from "@a2agen/a2a-1.0";
import type { TaskPage, TaskQuery, TaskStore } from "@a2agen/runtime/agent";
import { expectSame } from "./expect-same.ts";
import {
  agentMessage,
  artifactEntry,
  artifactOf,
  createTask,
  numberedEntries,
  statusEntry,
  timeAt,
  userMessage,
} from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

export const listCases: readonly StoreCheck[] = [
  {
    name: "list gives the latest status first, and descending identifiers among equal times",
    async check({ store, replica }) {
      const times: readonly (readonly [string, number])[] = [
        ["b", 1],
        ["d", 2],
        ["a", 3],
        ["c", 1],
        ["e", 1],
      ];
      for (const [id, milliseconds] of times) await createTask(store, id, { time: timeAt(milliseconds) });
      expectSame(await idsOf(replica, {}), ["a", "d", "e", "c", "b"], "order");
    },
  },
  {
    name: "list orders by time, however many fraction digits times have",
    async check({ store }) {
      const times = ["09.999999999Z", "10Z", "10.000000001Z", "10.01Z", "10.1Z", "10.12Z", "10.2Z", "11Z"];
      for (const index of [3, 0, 6, 1, 7, 5, 2, 4]) {
        await createTask(store, `t-${index}`, { time: `2026-01-01T00:00:${times[index]}` });
      }
      const expected = times.map((_, index) => `t-${index}`).toReversed();
      expectSame(await idsOf(store, {}), expected, "order");
      for (const [index, time] of times.entries()) {
        const since = `2026-01-01T00:00:${time}`;
        expectSame(await idsOf(store, { since }), expected.slice(0, 8 - index), `tasks since ${time}`);
        const page = await idsOf(store, { after: { time: since, id: `t-${index}` } });
        expectSame(page, expected.slice(8 - index), `tasks after ${time}`);
      }
      await createTask(store, "equal", { time: "2026-01-01T00:00:10.100Z" });
      const since = "2026-01-01T00:00:10.100000Z";
      expectSame((await idsOf(store, { since })).slice(-2), ["t-4", "equal"], "tasks at an equal time");
    },
  },
  {
    name: "a status moves its task to where its time belongs; other entries leave it where it is",
    async check({ store, replica }) {
      for (const [index, id] of ["a", "b", "c"].entries())
        await createTask(store, id, { time: timeAt(index) });
      expectSame(await idsOf(store, {}), ["c", "b", "a"], "order at first");
      await store.append("a", 0, [statusEntry("a", { state: TaskState.Working, timestamp: timeAt(10) })]);
      expectSame(await idsOf(replica, {}), ["a", "c", "b"], "order after a status of a");
      await store.append("b", 0, [artifactEntry("b", artifactOf("x", "1")), { message: userMessage("m") }]);
      await store.append("b", 2, [{ cancelRequest: { at: timeAt(20) } }]);
      expectSame(await idsOf(replica, {}), ["a", "c", "b"], "order after other entries of b");
      await replica.append("b", 3, [
        statusEntry("b", { state: TaskState.Working, timestamp: timeAt(11) }),
        statusEntry("b", { state: TaskState.Completed, timestamp: timeAt(12) }),
      ]);
      expectSame(await idsOf(store, {}), ["b", "a", "c"], "order after two statuses of b");
    },
  },
  {
    name: "list gives only what the query asks for, and counts it",
    async check({ store }) {
      const tasks: { id: string; scope: string; contextId: string; state: TaskState; time: number }[] = [];
      const states = [TaskState.Working, TaskState.Completed, TaskState.InputRequired];
      for (let index = 0; index < 36; index++) {
        const task = {
          id: `t-${String(index).padStart(2, "0")}`,
          scope: `s-${index % 2}`,
          contextId: `c-${index % 3}`,
          state: states[Math.floor(index / 6) % 3] ?? TaskState.Working,
          time: index * 1000,
        };
        tasks.push(task);
        await createTask(store, task.id, { ...task, time: timeAt(task.time) });
      }
      for (const scope of ["s-0", "s-1", "none"]) {
        for (const contextId of [undefined, "c-1", "none"]) {
          for (const state of [undefined, TaskState.Completed, TaskState.Failed]) {
            for (const since of [undefined, 12_000, 36_000]) {
              const expected = tasks.filter(
                (task) =>
                  task.scope === scope &&
                  (contextId === undefined || task.contextId === contextId) &&
                  (state === undefined || task.state === state) &&
                  (since === undefined || task.time >= since),
              );
              const query = {
                scope,
                ...(contextId !== undefined && { contextId }),
                ...(state !== undefined && { state }),
                ...(since !== undefined && { since: timeAt(since) }),
              };
              const page = await list(store, query);
              const found = { ids: page.tasks.map(({ id }) => id), total: page.total, more: page.more };
              const ids = expected.map(({ id }) => id).toReversed();
              expectSame(
                found,
                { ids, total: ids.length, more: false },
                `tasks for ${JSON.stringify(query)}`,
              );
            }
          }
        }
      }
    },
  },
  {
    name: "list finds a task by the state that it has now",
    async check({ store, replica }) {
      await createTask(store, "t", { state: TaskState.Working, time: timeAt(1) });
      await store.append("t", 0, [statusEntry("t", { state: TaskState.Completed, timestamp: timeAt(2) })]);
      expectSame(await idsOf(replica, { state: TaskState.Working }), [], "tasks at work");
      expectSame(await idsOf(replica, { state: TaskState.Completed }), ["t"], "completed tasks");
    },
  },
  {
    name: "list gives tasks as read does; their artifacts may be left out when they are not wanted",
    async check({ store, replica }) {
      for (const [index, id] of ["a", "b"].entries()) {
        await createTask(store, id, { time: timeAt(index) });
        const status = { state: TaskState.Working, timestamp: timeAt(5), message: agentMessage("w") };
        await store.append(id, 0, [
          artifactEntry(id, artifactOf("x", "1")),
          statusEntry(id, status),
          artifactEntry(id, artifactOf("x", "2"), true),
          statusEntry(id, { state: TaskState.Completed, timestamp: timeAt(6) }),
          { message: userMessage("late") },
        ]);
      }
      const expected: (Task | undefined)[] = [];
      for (const id of ["b", "a"]) expected.push((await store.read(id))?.task);
      expectSame((await list(replica, {})).tasks, expected, "tasks with artifacts");
      const { tasks } = await replica.list({ scope: "scope", limit: 10, artifacts: false });
      const whole = tasks.map((task, index) => {
        const artifacts = task.artifacts ?? expected[index]?.artifacts;
        return artifacts === undefined ? task : { ...task, artifacts };
      });
      expectSame(whole, expected, "tasks without artifacts, apart from those");
    },
  },
  {
    name: "tasks of a scope are listed in no other",
    async check({ store }) {
      const scopes = ["a", "A", "a ", "", "a%", "a_", "__proto__"];
      for (const [index, scope] of scopes.entries()) {
        await createTask(store, `t-${index}`, { scope });
        await store.append(`t-${index}`, 0, numberedEntries(`t-${index}`, 0, 2));
      }
      for (const [index, scope] of scopes.entries()) {
        const page = await list(store, { scope });
        const found = { ids: page.tasks.map(({ id }) => id), total: page.total };
        expectSame(found, { ids: [`t-${index}`], total: 1 }, `tasks of the scope ${JSON.stringify(scope)}`);
        expectSame((await store.read(`t-${index}`))?.scope, scope, "scope that is read");
      }
    },
  },
];

function list(store: TaskStore, query: Partial<TaskQuery>): Promise<TaskPage> {
  return store.list({ scope: "scope", limit: 100, artifacts: true, ...query });
}

async function idsOf(store: TaskStore, query: Partial<TaskQuery>): Promise<string[]> {
  return (await list(store, query)).tasks.map(({ id }) => id);
}

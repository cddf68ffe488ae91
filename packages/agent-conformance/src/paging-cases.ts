import { type Task, TaskState } from "@a2agen/a2a-1.0";
import type { TaskPage, TaskPosition, TaskQuery, TaskStore } from "@a2agen/runtime/agent";
import { expectSame } from "./expect-same.ts";
import { createTask, statusEntry, timeAt } from "./samples.ts";
import { inTurn, type StoreCheck } from "./store-check.ts";

export const pagingCases: readonly StoreCheck[] = [
  {
    name: "pages follow each other without gap, whatever their size, and say whether more follow",
    async check(given) {
      const ids = await createTasks(given.store, 23);
      for (const limit of [1, 2, 7, 22, 23, 24]) {
        const seen: string[] = [];
        for await (const page of pagesOf(given.replica, { limit })) {
          seen.push(...page.tasks.map(({ id }) => id));
          const where = `pages of ${limit}, after ${seen.length} tasks`;
          expectSame(page.total, 23, `total in ${where}`);
          expectSame(page.more, seen.length < 23, `more in ${where}`);
          if (page.more) expectSame(page.tasks.length, limit, `tasks of a page in ${where}`);
        }
        expectSame(seen, ids, `tasks in pages of ${limit}`);
      }
    },
  },
  {
    name: "pages of a query have only its tasks, and count all of them",
    async check({ store }) {
      const ids = await createTasks(store, 24);
      const seen: string[] = [];
      const query = { limit: 2, state: TaskState.Working, contextId: "c-0", since: timeAt(4) };
      for await (const page of pagesOf(store, query)) {
        seen.push(...page.tasks.map(({ id }) => id));
        expectSame(page.total, 3, "total");
        expectSame(page.more, seen.length < 3, "more");
      }
      expectSame(seen, [ids[23 - 18], ids[23 - 12], ids[23 - 6]], "tasks");
    },
  },
  {
    name: "a page may begin after a task that is gone or has changed, and after the last one",
    async check({ store }) {
      const ids = await createTasks(store, 6);
      const [, , gone = "", changed = ""] = ids;
      const after = (task: Task | undefined): TaskPosition => ({
        time: task?.status.timestamp ?? "",
        id: task?.id ?? "",
      });
      const afterGone = after((await store.read(gone))?.task);
      const afterChanged = after((await store.read(changed))?.task);
      await store.delete(gone);
      await store.append(changed, 0, [
        statusEntry(changed, { state: TaskState.Completed, timestamp: timeAt(99) }),
      ]);
      const rest = ids.slice(4);
      expectSame(await idsAfter(store, afterGone), rest, "tasks after one that is gone");
      expectSame(await idsAfter(store, afterChanged), rest, "tasks after the old place of one that changed");
      const end = after((await store.read(ids[5] ?? ""))?.task);
      const last = await store.list({ scope: "scope", limit: 3, artifacts: false, after: end });
      const { versions = [] } = last;
      const empty = { tasks: [], versions: [], total: 5, more: false };
      expectSame({ ...last, versions }, empty, "the page after the last task");
    },
  },
  {
    name: "while tasks come, change and go, pages show none twice and skip none that stays as it is",
    async check(given) {
      for (const limit of [3, 5, 8]) {
        const scope = `scope-${limit}`;
        const ids = await createTasks(given.store, 40, scope);
        const seen: string[] = [];
        const touched = new Set<string>();
        let clock = 1000;
        let step = 0;
        for await (const page of pagesOf(given.replica, { limit, scope })) {
          seen.push(...page.tasks.map(({ id }) => id));
          step++;
          const store = inTurn(given, step);
          // One that was shown, one that was not, one that goes, and one that comes.
          for (const id of [seen[step * 2], ids[ids.length - 1 - step]]) {
            if (id === undefined || touched.has(id)) continue;
            touched.add(id);
            const status = { state: TaskState.Completed, timestamp: timeAt(clock++) };
            await store.append(id, 0, [statusEntry(id, status)]);
          }
          const leaving = ids[(step * 7) % ids.length] ?? "";
          touched.add(leaving);
          await store.delete(leaving);
          await createTask(store, `${scope}-new-${step}`, { scope, time: timeAt(clock++) });
        }
        expectSame(
          seen.filter((id, index) => seen.indexOf(id) !== index),
          [],
          `tasks shown twice in pages of ${limit}`,
        );
        const stayed = ids.filter((id) => !touched.has(id));
        expectSame(
          stayed.filter((id) => !seen.includes(id)),
          [],
          `tasks that stayed and were not shown in pages of ${limit}`,
        );
        expectSame(
          seen.filter((id) => stayed.includes(id)),
          stayed,
          `order of those that stayed, in pages of ${limit}`,
        );
      }
    },
  },
];

/** Returns the identifiers in the order of the list; three tasks share each time. */
async function createTasks(store: TaskStore, count: number, scope = "scope"): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = `${scope}-${String(index).padStart(3, "0")}`;
    const state = index % 2 === 0 ? TaskState.Working : TaskState.Submitted;
    const time = timeAt(Math.floor(index / 3) * 2);
    await createTask(store, id, { scope, contextId: `c-${index % 3}`, state, time });
    ids.unshift(id);
  }
  return ids;
}

async function* pagesOf(
  store: TaskStore,
  query: Pick<TaskQuery, "limit"> & Partial<TaskQuery>,
): AsyncGenerator<TaskPage> {
  let after: TaskPosition | undefined;
  for (;;) {
    const whole = { scope: "scope", artifacts: false, ...query };
    const page = await store.list(after === undefined ? whole : { ...whole, after });
    yield page;
    const last = page.tasks.at(-1);
    if (!page.more || last === undefined) return;
    after = { time: last.status.timestamp ?? "", id: last.id };
  }
}

async function idsAfter(store: TaskStore, after: TaskPosition): Promise<string[]> {
  const { tasks } = await store.list({ scope: "scope", limit: 10, artifacts: false, after });
  return tasks.map(({ id }) => id);
}

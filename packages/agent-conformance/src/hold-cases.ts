import type { TaskStore } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import { agentMessage, newTask, numberedEntries, type SampleTask, statusEntry, timeAt } from "./samples.ts";
import { type CheckedStore, inTurn, type StoreCheck } from "./store-check.ts";

type HoldingStore = TaskStore & Required<Pick<TaskStore, "hold" | "lapsed">>;

/** Milliseconds: over at once, and not before the case is. */
const short = 1;
const long = 3_600_000;

const working = statusEntry("t", { state: "TASK_STATE_WORKING", timestamp: timeAt(1) });
const waiting = statusEntry("t", { state: "TASK_STATE_INPUT_REQUIRED", timestamp: timeAt(2) });

/** A store with neither `hold` nor `lapsed` passes all of them. */
export const holdCases: readonly StoreCheck[] = [
  {
    name: "a store has both of hold and lapsed, or none",
    async check({ store, replica }) {
      for (const each of [store, replica]) {
        expectSame(each.lapsed !== undefined, each.hold !== undefined, "whether there is lapsed, as hold is");
      }
    },
  },
  {
    name: "a task that begins with a hold lapses when that has ended, and not before",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "held", long);
        await create(replica, "t", short);
        const found = await untilLapsed(given, "t");
        expectSame(found, [{ id: "t", version: 0 }], "lapsed tasks");
        expectSame(await replica.lapsed(10), found, "lapsed tasks that the replica finds");
      }),
  },
  {
    name: "a task that begins without a hold does not lapse",
    check: (given) =>
      withHolds(given, async ({ store }) => {
        await create(store, "free", undefined);
        await create(store, "later", short);
        expectSame(await untilLapsed(given, "later"), [{ id: "later", version: 0 }], "lapsed tasks");
      }),
  },
  {
    name: "a status that comes with a hold holds its task, however it was held before",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilLapsed(given, "t");
        await replica.append("t", 0, [working], long);
        expectSame(await store.lapsed(10), [], "lapsed tasks, after a status with a long hold");
        await store.append("t", 1, [working, ...numberedEntries("t", 0, 1)], short);
        expectSame(
          await untilLapsed(given, "t"),
          [{ id: "t", version: 3 }],
          "lapsed tasks, after a short one",
        );
        await store.append("t", 3, [waiting]);
        await replica.append("t", 4, [working], short);
        const found = await untilLapsed(given, "t");
        expectSame(found, [{ id: "t", version: 5 }], "lapsed tasks, after a status that took it up");
      }),
  },
  {
    name: "a status that comes without a hold ends that of its task",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilLapsed(given, "t");
        await replica.append("t", 0, [working, waiting]);
        expectSame(await store.lapsed(10), [], "lapsed tasks");
      }),
  },
  {
    name: "entries without a status leave the hold of their task as it is",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await create(store, "held", long);
        await create(store, "free", undefined);
        for (const id of ["t", "held", "free"]) {
          await replica.append(id, 0, numberedEntries(id, 0, 1), id === "held" ? short : long);
          await store.append(id, 1, [{ message: agentMessage("m") }, { cancelRequest: { at: timeAt(3) } }]);
        }
        await untilLapsed(given, "t");
        await create(store, "later", short);
        expectSame(
          await untilLapsed(given, "later"),
          [
            { id: "t", version: 3 },
            { id: "later", version: 0 },
          ],
          "lapsed tasks",
        );
      }),
  },
  {
    name: "what is refused leaves the hold of the task as it is",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        const repeat = { key: "k", since: timeAt(0) };
        await create(store, "t", short, { repeat });
        await expectProblem(replica.append("t", 1, [working], long), "conflict", "append at another version");
        await expectProblem(create(replica, "t", long), "exists", "create of a task that is there");
        const { existing } = await replica.create({ ...newTask("u", { repeat }), holdMs: long });
        expectSame(existing, "t", "existing");
        expectSame(await untilLapsed(given, "t"), [{ id: "t", version: 0 }], "lapsed tasks");
      }),
  },
  {
    name: "hold renews the holds of many tasks, ended or not, and of no others",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        const ids = Array.from({ length: 100 }, (_, index) => `t-${index}`);
        for (const [index, id] of ids.entries()) {
          await create(inTurn(given, index), id, index % 2 === 0 ? short : long);
        }
        await create(store, "other", short);
        await untilLapsed(given, "other");
        await replica.hold(ids, long);
        expectSame(await store.lapsed(1000), [{ id: "other", version: 0 }], "lapsed tasks");
        await store.hold(ids, short);
        await until(given, (found) => found.length === 101, "the end of the holds of 101 tasks");
      }),
  },
  {
    name: "hold does nothing for tasks that are not held, or are not there",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "begun", undefined);
        await create(store, "t", long);
        await store.append("t", 0, [waiting]);
        await create(store, "later", long);
        await replica.hold(["none", "__proto__", "\0", "begun", "t", "later"], short);
        expectSame(await untilLapsed(given, "later"), [{ id: "later", version: 0 }], "lapsed tasks");
        await store.hold([], short);
      }),
  },
  {
    name: "lapsed finds the tasks whose hold ended first, at most `limit`",
    check: (given) =>
      withHolds(given, async ({ store }) => {
        for (const id of ["c", "a", "b"]) {
          await create(store, id, short);
          await untilLapsed(given, id);
        }
        const ids = async (limit: number): Promise<string[]> =>
          (await store.lapsed(limit)).map(({ id }) => id);
        expectSame(await ids(2), ["c", "a"], "2 lapsed tasks");
        expectSame(await ids(1), ["c"], "1 lapsed task");
        expectSame(await ids(3), ["c", "a", "b"], "3 lapsed tasks");
      }),
  },
  {
    name: "a deleted task does not lapse",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilLapsed(given, "t");
        await replica.delete("t");
        expectSame(await store.lapsed(10), [], "lapsed tasks");
      }),
  },
  {
    name: "a hold that is renewed while entries are appended hinders neither",
    check: (given) =>
      withHolds(given, async ({ store, replica }) => {
        for (const id of ["t", "u"]) await create(store, id, short);
        const append = async (): Promise<void> => {
          for (let version = 0; version < 50; version++) await store.append("t", version, [working], short);
        };
        const renew = async (ids: readonly string[]): Promise<void> => {
          for (let count = 0; count < 50; count++) await replica.hold(ids, long);
        };
        const all = Promise.all([append(), renew(["t", "u"]), renew(["u", "t"])]);
        await given.within(all, "50 appends beside 100 renewals");
        await replica.hold(["t", "u"], long);
        expectSame(await store.lapsed(10), [], "lapsed tasks");
        expectSame((await store.read("t"))?.version, 50, "version");
      }),
  },
];

async function withHolds(
  { store, replica }: CheckedStore,
  check: (given: { readonly store: HoldingStore; readonly replica: HoldingStore }) => Promise<void>,
): Promise<void> {
  if (isHolding(store) && isHolding(replica)) await check({ store, replica });
}

function isHolding(store: TaskStore): store is HoldingStore {
  return store.hold !== undefined && store.lapsed !== undefined;
}

async function create(
  store: TaskStore,
  id: string,
  holdMs: number | undefined,
  sample?: SampleTask,
): Promise<void> {
  await store.create({ ...newTask(id, sample), ...(holdMs !== undefined && { holdMs }) });
}

type Lapsed = Awaited<ReturnType<HoldingStore["lapsed"]>>;

/** The lapsed tasks, as soon as the one is among them. */
function untilLapsed(given: CheckedStore, id: string): Promise<Lapsed> {
  return until(given, (found) => found.some((task) => task.id === id), `the end of the hold of ${id}`);
}

async function until(
  { store, within }: CheckedStore,
  isWanted: (found: Lapsed) => boolean,
  what: string,
): Promise<Lapsed> {
  let isOver = false;
  const look = async (): Promise<Lapsed> => {
    for (;;) {
      const found = (await store.lapsed?.(1000)) ?? [];
      if (isOver || isWanted(found)) return found;
      // So that timers have their turn, whatever the store does.
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  try {
    return await within(look(), what);
  } finally {
    isOver = true;
  }
}

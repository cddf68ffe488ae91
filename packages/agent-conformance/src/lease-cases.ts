import type { TaskStore } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import { agentMessage, newTask, numberedEntries, type SampleTask, statusEntry, timeAt } from "./samples.ts";
import { type CheckedStore, inTurn, type StoreCheck } from "./store-check.ts";

type LeasingStore = TaskStore & Required<Pick<TaskStore, "renewLeases" | "expiredLeases">>;

/** Milliseconds: over at once, and not before the case is. */
const short = 1;
const long = 3_600_000;

const working = statusEntry("t", { state: "TASK_STATE_WORKING", timestamp: timeAt(1) });
const waiting = statusEntry("t", { state: "TASK_STATE_INPUT_REQUIRED", timestamp: timeAt(2) });

/** A store with neither `renewLeases` nor `expiredLeases` passes all of them. */
export const leaseCases: readonly StoreCheck[] = [
  {
    name: "a store has both renewLeases and expiredLeases, or neither",
    async check({ store, replica }) {
      for (const each of [store, replica]) {
        expectSame(
          each.expiredLeases !== undefined,
          each.renewLeases !== undefined,
          "whether it has expiredLeases, as it has renewLeases",
        );
      }
    },
  },
  {
    name: "the lease that a task begins with expires at its end, and not before",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "held", long);
        await create(replica, "t", short);
        const found = await untilExpired(given, "t");
        expectSame(found, [{ id: "t", version: 0 }], "expired leases");
        expectSame(await replica.expiredLeases(10), found, "expired leases that the replica finds");
      }),
  },
  {
    name: "a task that begins without a lease never expires",
    check: (given) =>
      withLeases(given, async ({ store }) => {
        await create(store, "free", undefined);
        await create(store, "later", short);
        expectSame(await untilExpired(given, "later"), [{ id: "later", version: 0 }], "expired leases");
      }),
  },
  {
    name: "a status with a lease leases its task, whatever lease it had before",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilExpired(given, "t");
        await replica.append("t", 0, [working], long);
        expectSame(await store.expiredLeases(10), [], "expired leases, after a status with a long lease");
        await store.append("t", 1, [working, ...numberedEntries("t", 0, 1)], short);
        expectSame(
          await untilExpired(given, "t"),
          [{ id: "t", version: 3 }],
          "expired leases, after a short one",
        );
        await store.append("t", 3, [waiting]);
        await replica.append("t", 4, [working], short);
        const found = await untilExpired(given, "t");
        expectSame(found, [{ id: "t", version: 5 }], "expired leases, after a status that resumed the task");
      }),
  },
  {
    name: "a status without a lease ends that of its task",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilExpired(given, "t");
        await replica.append("t", 0, [working, waiting]);
        expectSame(await store.expiredLeases(10), [], "expired leases");
      }),
  },
  {
    name: "entries without a status leave the lease of their task as it is",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await create(store, "held", long);
        await create(store, "free", undefined);
        for (const id of ["t", "held", "free"]) {
          await replica.append(id, 0, numberedEntries(id, 0, 1), id === "held" ? short : long);
          await store.append(id, 1, [{ message: agentMessage("m") }, { cancelRequest: { at: timeAt(3) } }]);
        }
        await untilExpired(given, "t");
        await create(store, "later", short);
        expectSame(
          await untilExpired(given, "later"),
          [
            { id: "t", version: 3 },
            { id: "later", version: 0 },
          ],
          "expired leases",
        );
      }),
  },
  {
    name: "a refused write leaves the lease of the task as it is",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        const idempotency = { key: "k", since: timeAt(0) };
        await create(store, "t", short, { idempotency });
        await expectProblem(replica.append("t", 1, [working], long), "conflict", "append at another version");
        await expectProblem(create(replica, "t", long), "exists", "create of a task that is there");
        const { existing } = await replica.create({ ...newTask("u", { idempotency }), leaseMs: long });
        expectSame(existing, "t", "existing");
        expectSame(await untilExpired(given, "t"), [{ id: "t", version: 0 }], "expired leases");
      }),
  },
  {
    name: "renewLeases renews the leases of many tasks, expired or not, and of no others",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        const ids = Array.from({ length: 100 }, (_, index) => `t-${index}`);
        for (const [index, id] of ids.entries()) {
          await create(inTurn(given, index), id, index % 2 === 0 ? short : long);
        }
        await create(store, "other", short);
        await untilExpired(given, "other");
        await replica.renewLeases(ids, long);
        expectSame(await store.expiredLeases(1000), [{ id: "other", version: 0 }], "expired leases");
        await store.renewLeases(ids, short);
        await until(given, (found) => found.length === 101, "the expiry of 101 leases");
      }),
  },
  {
    name: "renewLeases ignores tasks without a lease, and missing ones",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "begun", undefined);
        await create(store, "t", long);
        await store.append("t", 0, [waiting]);
        await create(store, "later", long);
        await replica.renewLeases(["none", "__proto__", "\0", "begun", "t", "later"], short);
        expectSame(await untilExpired(given, "later"), [{ id: "later", version: 0 }], "expired leases");
        await store.renewLeases([], short);
      }),
  },
  {
    name: "expiredLeases finds the leases that expired first, at most `limit`",
    check: (given) =>
      withLeases(given, async ({ store }) => {
        for (const id of ["c", "a", "b"]) {
          await create(store, id, short);
          await untilExpired(given, id);
        }
        const ids = async (limit: number): Promise<string[]> =>
          (await store.expiredLeases(limit)).map(({ id }) => id);
        expectSame(await ids(2), ["c", "a"], "2 expired leases");
        expectSame(await ids(1), ["c"], "1 expired lease");
        expectSame(await ids(3), ["c", "a", "b"], "3 expired leases");
      }),
  },
  {
    name: "a deleted task has no lease",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        await create(store, "t", short);
        await untilExpired(given, "t");
        await replica.delete("t");
        expectSame(await store.expiredLeases(10), [], "expired leases");
      }),
  },
  {
    name: "renewals and appends at the same time do not block each other",
    check: (given) =>
      withLeases(given, async ({ store, replica }) => {
        for (const id of ["t", "u"]) await create(store, id, short);
        const append = async (): Promise<void> => {
          for (let version = 0; version < 50; version++) await store.append("t", version, [working], short);
        };
        const renew = async (ids: readonly string[]): Promise<void> => {
          for (let count = 0; count < 50; count++) await replica.renewLeases(ids, long);
        };
        const all = Promise.all([append(), renew(["t", "u"]), renew(["u", "t"])]);
        await given.within(all, "50 appends beside 100 renewals");
        await replica.renewLeases(["t", "u"], long);
        expectSame(await store.expiredLeases(10), [], "expired leases");
        expectSame((await store.read("t"))?.version, 50, "version");
      }),
  },
];

async function withLeases(
  { store, replica }: CheckedStore,
  check: (given: { readonly store: LeasingStore; readonly replica: LeasingStore }) => Promise<void>,
): Promise<void> {
  if (isLeasing(store) && isLeasing(replica)) await check({ store, replica });
}

function isLeasing(store: TaskStore): store is LeasingStore {
  return store.renewLeases !== undefined && store.expiredLeases !== undefined;
}

async function create(
  store: TaskStore,
  id: string,
  leaseMs: number | undefined,
  sample?: SampleTask,
): Promise<void> {
  await store.create({ ...newTask(id, sample), ...(leaseMs !== undefined && { leaseMs }) });
}

type Expired = Awaited<ReturnType<LeasingStore["expiredLeases"]>>;

/** The expired leases, as soon as that of the task is among them. */
function untilExpired(given: CheckedStore, id: string): Promise<Expired> {
  return until(given, (found) => found.some((task) => task.id === id), `the expiry of the lease of ${id}`);
}

async function until(
  { store, within }: CheckedStore,
  isWanted: (found: Expired) => boolean,
  what: string,
): Promise<Expired> {
  let isOver = false;
  const look = async (): Promise<Expired> => {
    for (;;) {
      const found = (await store.expiredLeases?.(1000)) ?? [];
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

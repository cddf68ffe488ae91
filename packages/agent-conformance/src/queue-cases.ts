import type { TaskQueue, TaskStore } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import { newTask, statusEntry, timeAt, userMessage } from "./samples.ts";
import { type CheckedStore, inTurn, type StoreCheck } from "./store-check.ts";

const long = 3_600_000;
const room = { total: 1000, perScope: 100 };
let added = 0;

/** A store without `queue` passes all of them. */
export const queueCases: readonly StoreCheck[] = [
  {
    name: "tasks that wait are claimed once each, and no others",
    check: (given) =>
      withQueue(given, async (queue) => {
        await given.store.create(newTask("other"));
        for (let index = 0; index < 20; index++) await add(inTurn(given, index), `t-${index}`, "s");
        const claims = await Promise.all(
          Array.from({ length: 10 }, (_, index) => queueOf(inTurn(given, index)).claim(1, long)),
        );
        const rest = await queue.claim(100, long);
        const all = [...claims.flat(), ...rest];
        expectSame(all.map(({ id }) => id).toSorted(), numbered(20).toSorted(), "tasks of all claims");
        expectSame(
          all.every(({ version }) => version === 0),
          true,
          "whether all are at version 0",
        );
        expectSame(await queueOf(given.replica).claim(10, long), [], "tasks that are left");
      }),
  },
  {
    name: "scopes take turns, however many of their tasks wait, and one that comes later waits for no more than a round",
    check: (given) =>
      withQueue(given, async (queue) => {
        for (let index = 0; index < 4; index++) await add(given.store, `many-${index}`, "many");
        await add(given.replica, "few-0", "few");
        const first = await claimOneByOne(queue, 3);
        expectSame(first, ["many-0", "few-0", "many-1"], "the first three");
        await add(given.store, "late-0", "late");
        await add(given.store, "late-1", "late");
        const rest = await claimOneByOne(queueOf(given.replica), 4);
        expectSame(rest, ["many-2", "late-0", "many-3", "late-1"], "the others");
      }),
  },
  {
    name: 'create fails with "full" if too many tasks wait, in all or of a scope, but finds a repeated one',
    check: (given) =>
      withQueue(given, async (queue) => {
        const idempotency = { key: "k", since: timeAt(0) };
        await given.store.create({
          ...newTask("t-0", { scope: "s", idempotency }),
          queue: { total: 3, perScope: 1 },
        });
        await expectProblem(
          add(given.replica, "t-1", "s", { total: 3, perScope: 1 }),
          "full",
          "one of the scope",
        );
        await add(given.replica, "t-2", "other", { total: 2, perScope: 1 });
        await expectProblem(
          add(given.store, "t-3", "third", { total: 2, perScope: 9 }),
          "full",
          "one in all",
        );
        const found = await given.replica.create({
          ...newTask("t-4", { scope: "s", idempotency }),
          queue: { total: 1, perScope: 1 },
        });
        expectSame(found.existing, "t-0", "existing");
        expectSame(await given.store.read("t-3"), undefined, "the task that was refused");
        await queue.claim(1, long);
        await add(given.store, "t-3", "third", { total: 2, perScope: 9 });
      }),
  },
  {
    name: "a task that gets a status, is taken or deleted waits no more; one that gets a message does",
    check: (given) =>
      withQueue(given, async (queue) => {
        for (const id of ["a", "b", "c", "d"]) await add(given.store, id, "s");
        const status = { state: "TASK_STATE_CANCELED" as const, timestamp: timeAt(1) };
        await given.replica.append("a", 0, [statusEntry("a", status)]);
        await given.replica.delete("b");
        expectSame(await queue.take("c", long), true, "whether c is taken");
        expectSame(await queueOf(given.replica).take("c", long), false, "whether c is taken again");
        expectSame(await queue.take("none", long), false, "whether a missing task is taken");
        await given.replica.append("d", 0, [{ message: userMessage("m") }]);
        expectSame(await queue.claim(10, long), [{ id: "d", version: 1 }], "tasks that are left");
      }),
  },
  {
    name: "waiting resolves once a task waits, at every process, and when its signal is aborted",
    check: (given) =>
      withQueue(given, async (queue) => {
        const { signal } = new AbortController();
        const waits = [queue.waiting(signal), queueOf(given.replica).waiting(signal)];
        await add(given.store, "t", "s");
        await given.within(Promise.all(waits), "waiting for a task that waits");
        await given.within(queue.waiting(signal), "waiting while a task waits");
        await queue.claim(1, long);
        const controller = new AbortController();
        const waiting = queue.waiting(controller.signal);
        controller.abort();
        await given.within(waiting, "waiting with an aborted signal");
      }),
  },
  {
    name: "a claimed task is leased from then on, and not before",
    async check({ store, replica, within }) {
      const { queue, expiredLeases } = store;
      if (queue === undefined || expiredLeases === undefined) return;
      await add(store, "t", "s");
      expectSame(await expiredLeases.call(store, 10), [], "expired leases while it waits");
      await queue.claim(1, 1);
      const untilExpired = async (): Promise<unknown> => {
        for (;;) {
          const found = (await replica.expiredLeases?.(10)) ?? [];
          if (found.length > 0) return found;
        }
      };
      expectSame(
        await within(untilExpired(), "the expiry of the lease"),
        [{ id: "t", version: 0 }],
        "expired leases",
      );
    },
  },
];

async function withQueue({ store }: CheckedStore, check: (queue: TaskQueue) => Promise<void>): Promise<void> {
  if (store.queue !== undefined) await check(store.queue);
}

function queueOf({ queue }: TaskStore): TaskQueue {
  if (queue === undefined) throw new Error("queue: expected the replica to have one, as the store does");
  return queue;
}

async function add(store: TaskStore, id: string, scope: string, queue = room): Promise<void> {
  // Of one round, the earlier one is first.
  await store.create({ ...newTask(id, { scope, time: timeAt(added++) }), queue });
}

async function claimOneByOne(queue: TaskQueue, count: number): Promise<readonly string[]> {
  const claimed: string[] = [];
  for (let index = 0; index < count; index++) {
    for (const { id } of await queue.claim(1, long)) claimed.push(id);
  }
  return claimed;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `t-${index}`);
}

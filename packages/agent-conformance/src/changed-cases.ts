import type { TaskStore } from "@a2agen/runtime/agent";
import { expectSame } from "./expect-same.ts";
import { createTask, numberedEntries } from "./samples.ts";
import { type CheckedStore, inTurn, type StoreCheck } from "./store-check.ts";

/** A store without `changed` passes all of them. */
export const changedCases: readonly StoreCheck[] = [
  {
    name: "changed resolves at once when the task has more entries than the version",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        await given.store.append("t", 0, numberedEntries("t", 0, 3));
        for (const version of [0, 1, 2]) {
          await given.within(changed("t", version), `changed after version ${version}, which is past`);
        }
      }),
  },
  {
    name: "changed resolves at once when there is no such task",
    check: (given) => withChanged(given, (changed) => given.within(changed("none", 0), "changed")),
  },
  {
    name: "changed resolves when an entry is appended",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        for (let version = 0; version < 5; version++) {
          const waiting = changed("t", version);
          await inTurn(given, version).append("t", version, numberedEntries("t", version, version + 1));
          await given.within(waiting, `changed after version ${version}`);
        }
      }),
  },
  {
    name: "changed waits while the task has no more entries",
    check: (given) =>
      withChanged(given, async (changed, abort) => {
        await createTask(given.store, "t");
        await createTask(given.store, "u");
        await given.store.append("t", 0, numberedEntries("t", 0, 1));
        const seen = { isResolved: false };
        const waiting = noteEnd(changed("t", 1), seen);
        for (let version = 0; version < 20; version++) {
          await inTurn(given, version).append("u", version, numberedEntries("u", version, version + 1));
          await inTurn(given, version).read("t");
        }
        expectSame(seen.isResolved, false, "whether changed resolved, though there was nothing new");
        abort();
        await given.within(waiting, "changed once its signal was aborted");
      }),
  },
  {
    name: "changed resolves when the task has the entries that one waits for, and not before",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        const seen = { isResolved: false };
        const waiting = noteEnd(changed("t", 3), seen);
        for (let version = 0; version < 3; version++) {
          await given.replica.append("t", version, numberedEntries("t", version, version + 1));
          await given.within(changed("t", version), `changed after version ${version}`);
        }
        expectSame(seen.isResolved, false, "whether changed resolved at the version that it was given");
        await given.replica.append("t", 3, numberedEntries("t", 3, 4));
        await given.within(waiting, "changed after version 3");
      }),
  },
  {
    name: "changed resolves when the task is deleted",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        const waiting = changed("t", 0);
        await given.replica.delete("t");
        await given.within(waiting, "changed");
      }),
  },
  {
    name: "changed resolves when its signal is aborted, before or after the call",
    check: (given) =>
      withChanged(given, async (changed, abort) => {
        await createTask(given.store, "t");
        const waiting = changed("t", 0);
        abort();
        await given.within(waiting, "changed, aborted after the call");
        await given.within(changed("t", 0), "changed, aborted before the call");
      }),
  },
  {
    name: "changed does not miss an entry that is appended while it begins to wait",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        for (let version = 0; version < 50; version++) {
          const entries = numberedEntries("t", version, version + 1);
          const append = (): Promise<number> => given.replica.append("t", version, entries);
          const both =
            version % 2 === 0 ? [changed("t", version), append()] : [append(), changed("t", version)];
          await given.within(Promise.all(both), `changed beside the append of entry ${version + 1}`);
        }
      }),
  },
  {
    name: "changed wakes everyone who waits",
    check: (given) =>
      withChanged(given, async (changed) => {
        const ids = ["t", "u", "v"];
        for (const id of ids) await createTask(given.store, id);
        const waiting = Array.from({ length: 60 }, (_, index) => changed(ids[index % 3] ?? "t", 0));
        for (const id of ids) await given.replica.append(id, 0, numberedEntries(id, 0, 2));
        await given.within(Promise.all(waiting), "60 calls of changed");
      }),
  },
  {
    name: "those who follow a task by entries and changed see the whole log in order",
    check: (given) =>
      withChanged(given, async (changed) => {
        await createTask(given.store, "t");
        const all = numberedEntries("t", 0, 100);
        const followers = Array.from({ length: 5 }, async (_, index) => {
          const seen = [];
          while (seen.length < all.length) {
            const next = await inTurn(given, index).entries("t", seen.length, 1 + index);
            if (next.length === 0) await changed("t", seen.length);
            seen.push(...next);
          }
          expectSame(seen, all, `what follower ${index} has seen`);
        });
        const write = async (): Promise<void> => {
          for (let version = 0; version < all.length; ) {
            const batch = all.slice(version, version + 1 + (version % 3));
            version = await inTurn(given, version).append("t", version, batch);
          }
        };
        await given.within(Promise.all([...followers, write()]), "five followers of a hundred entries");
      }),
  },
];

type Changed = (id: string, version: number) => Promise<void>;

/** What waits at the end of a check is aborted, however the check ended. */
async function withChanged(
  { store }: CheckedStore,
  check: (changed: Changed, abort: () => void) => Promise<void>,
): Promise<void> {
  if (!canWait(store)) return;
  const controller = new AbortController();
  try {
    await check(
      (id, version) => store.changed(id, version, controller.signal),
      () => controller.abort(),
    );
  } finally {
    controller.abort();
  }
}

async function noteEnd(waiting: Promise<void>, seen: { isResolved: boolean }): Promise<void> {
  await waiting;
  seen.isResolved = true;
}

function canWait(store: TaskStore): store is TaskStore & Required<Pick<TaskStore, "changed">> {
  return store.changed !== undefined;
}

import { protocol } from "@a2agen/a2a-1.0";
import { countChanges } from "@a2agen/runtime/agent";
import { expectProblem, expectSame } from "./expect-same.ts";
import {
  artifactEntry,
  artifactOf,
  createTask,
  newTask,
  numberedEntries,
  statusEntry,
  timeAt,
} from "./samples.ts";
import type { StoreCheck } from "./store-check.ts";

const completed = (id: string, at: number) =>
  statusEntry(id, { state: "TASK_STATE_COMPLETED", timestamp: timeAt(at) });

/** A store with neither `expire` nor `compact` passes all of them. */
export const retentionCases: readonly StoreCheck[] = [
  {
    name: "expire deletes the oldest of the tasks that fit, as a dry run has said, and no others",
    async check({ store, replica }) {
      if (store.expire === undefined) return;
      for (const [index, id] of ["c", "a", "b", "late"].entries()) {
        await createTask(store, id);
        await store.append(id, 0, [completed(id, id === "late" ? 1000 : index + 1)]);
      }
      await createTask(store, "open", { state: "TASK_STATE_INPUT_REQUIRED" });
      await store.create({ ...newTask("leased"), leaseMs: 3_600_000 });
      await store.create({ ...newTask("waits"), queue: { total: 10, perScope: 10 } });
      const states = ["TASK_STATE_COMPLETED" as const];
      const old = { before: timeAt(100), states, limit: 2 };
      expectSame(await replica.expire?.({ ...old, dryRun: true }), ["c", "a"], "tasks of a dry run");
      expectSame(await store.expire(old), ["c", "a"], "deleted tasks");
      expectSame(await replica.expire?.(old), ["b"], "tasks deleted next");
      expectSame(
        await store.expire({ before: timeAt(100), states: ["TASK_STATE_INPUT_REQUIRED"], limit: 9 }),
        ["open"],
        "tasks of another state",
      );
      for (const id of ["a", "b", "c", "open"]) expectSame(await store.read(id), undefined, `task ${id}`);
      expectSame((await store.read("late"))?.version, 1, "version of a later task");
      if (store.renewLeases !== undefined) {
        expectSame(
          await store.expire({ before: timeAt(100), limit: 9 }),
          [],
          "tasks that are leased or queued",
        );
      }
    },
  },
  {
    name: "compact keeps a task and its version, and drops its entries; the log goes on",
    async check({ store, replica }) {
      if (store.compact === undefined) return;
      await createTask(store, "t");
      const status = { state: "TASK_STATE_SUBMITTED" as const, timestamp: timeAt(0) };
      const entries = [
        ...numberedEntries("t", 0, 29),
        { metadataUpdate: { taskId: "t", contextId: "context", status, metadata: { cost: 1 } } },
        completed("t", 1),
      ];
      await store.append("t", 0, entries);
      const before = await store.read("t");
      const listed = await store.list({ scope: "scope", limit: 9, artifacts: false });
      await createTask(store, "short");
      await store.append("short", 0, [completed("short", 1)]);
      const logs = { before: timeAt(100), limit: 9, entries: 20 };
      expectSame(await store.compact(logs), ["t"], "compacted tasks");
      expectSame(await replica.compact?.(logs), [], "tasks that are compacted again");
      const compacted = { version: 31, changes: countChanges(undefined, entries) };
      expectSame(await replica.read("t"), { ...before, compacted }, "the task");
      const { tasks } = await replica.list({ scope: "scope", limit: 9, artifacts: false });
      expectSame(
        tasks.find(({ id }) => id === "t"),
        listed.tasks[0],
        "the task in a list",
      );
      await expectProblem(replica.entries("t", 30), "compacted", "entries that were dropped");
      expectSame(await replica.entries("t", 31), [], "entries after the compaction");
      await expectProblem(replica.append("t", 30, entries), "conflict", "append at a version before");
      const more = artifactEntry("t", artifactOf("a-1", "more"), true);
      await replica.append("t", 31, [more]);
      expectSame(await store.entries("t", 31), [more], "entries after one more");
      const artifacts = before?.task.artifacts?.map((artifact) =>
        artifact.artifactId === "a-1" ? artifactOf("a-1", `${textOf(artifact)}more`) : artifact,
      );
      expectSame((await store.read("t"))?.task.artifacts, artifacts, "artifacts after one more");
    },
  },
  {
    name: "compact leaves the logs that webhooks still have to be told of",
    async check({ store }) {
      if (store.compact === undefined || store.webhooks === undefined) return;
      await createTask(store, "t");
      await store.append("t", 0, [...numberedEntries("t", 0, 30), completed("t", 1)]);
      const config = { taskId: "t", id: "w", url: "https://client.example.com/hook" };
      const webhook = { config, profile: protocol.name, scope: "scope", version: 0 };
      await store.webhooks.set(webhook, { perTask: 10, perScope: 10, total: 10 });
      const logs = { before: timeAt(100), limit: 9, entries: 20 };
      expectSame(await store.compact(logs), [], "compacted tasks");
      await store.webhooks.claim("one", 60_000, 1);
      const place = { taskId: "t", id: "w", owner: "one" };
      await store.webhooks.advance(place, { version: 31, leaseMs: 60_000, isOver: true });
      expectSame(await store.compact(logs), ["t"], "compacted tasks, once it is told");
    },
  },
];

function textOf({ parts }: ReturnType<typeof artifactOf>): string {
  return parts.map(({ text = "" }) => text).join("");
}

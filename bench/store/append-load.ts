import { setTimeout as delay } from "node:timers/promises";
import type { NewTask, TaskEntry, TaskStore } from "@a2agen/runtime/agent";

export interface AppendLoad {
  /** Tasks at work at the same time, each of which waits for one append before the next. */
  readonly tasks: number;
  /** Entries of one append. */
  readonly entries: number;
  readonly milliseconds: number;
}

/** Appends to many tasks; gives the entries per second. */
export async function runAppends(
  store: TaskStore,
  { tasks, entries, milliseconds }: AppendLoad,
): Promise<number> {
  const prefix = crypto.randomUUID();
  const ids = Array.from({ length: tasks }, (_, index) => `${prefix}-${index}`);
  await Promise.all(ids.map((id) => store.create(newTask(id))));
  let count = 0;
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    ids.map(async (id) => {
      let version = 0;
      while (performance.now() < end) {
        const batch = Array.from({ length: entries }, () =>
          pieceOf(id, "so many words as a model gives at once"),
        );
        version = await store.append(id, version, batch);
        count += entries;
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

export interface Paced {
  /** Appended entries. */
  readonly count: number;
  readonly perSecond: number;
}

/** Appends to one task after the other, so often in a second, the time as the text of each entry. */
export async function runPaced(
  store: TaskStore,
  ids: readonly string[],
  { perSecond, milliseconds }: { readonly perSecond: number; readonly milliseconds: number },
): Promise<Paced> {
  const versions = new Map<string, number>();
  const start = performance.now();
  const writes: Promise<void>[] = [];
  let count = 0;
  for (; performance.now() - start < milliseconds; count++) {
    const id = ids[count % ids.length] ?? "";
    const version = versions.get(id) ?? 0;
    versions.set(id, version + 1);
    writes.push(store.append(id, version, [pieceOf(id, String(Date.now()))]).then(() => undefined));
    const due = start + ((count + 1) * 1000) / perSecond;
    if (due > performance.now()) await delay(due - performance.now());
  }
  await Promise.all(writes);
  return { count, perSecond: (count * 1000) / (performance.now() - start) };
}

export function newTask(id: string): NewTask {
  const status = { state: "TASK_STATE_WORKING" as const, timestamp: "2026-01-01T00:00:00Z" };
  return { task: { id, contextId: "c", status }, scope: "s", leaseMs: 60_000 };
}

function pieceOf(taskId: string, text: string): TaskEntry {
  const artifact = { artifactId: "a", parts: [{ text }] };
  return { artifactUpdate: { taskId, contextId: "c", artifact, append: true } };
}

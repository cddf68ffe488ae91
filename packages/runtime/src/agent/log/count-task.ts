import type { CallContext } from "../../service/index.ts";
import { isTaskStoreError, type StoredTask } from "../contract/task-store.ts";
import { type AgentCore, readTask, toStoreError } from "../core/agent-core.ts";
import { TaskCount } from "../store/task-count.ts";

export type { TaskCount };

/** Entries read at a time. */
const pageSize = 1000;

interface Range {
  readonly id: string;
  readonly from: number;
  readonly version: number;
}

/** The count of a task at a version. */
export async function countTask(core: AgentCore, id: string, version: number): Promise<TaskCount> {
  const count = new TaskCount();
  try {
    await readInto(core, count, { id, from: 0, version });
    return count;
  } catch (error) {
    if (!isTaskStoreError(error, "compacted")) throw toStoreError(core, error, id);
  }
  const compacted = (await readTask(core, id))?.compacted;
  if (compacted === undefined) throw core.errors.taskNotFound(id);
  const rest = new TaskCount(compacted.changes);
  await addEntries(core, rest, { id, from: compacted.version, version });
  return rest;
}

/** Adds the entries between two versions. */
export async function addEntries(core: AgentCore, count: TaskCount, range: Range): Promise<void> {
  try {
    await readInto(core, count, range);
  } catch (error) {
    throw toStoreError(core, error, range.id);
  }
}

async function readInto(core: AgentCore, count: TaskCount, { id, from, version }: Range): Promise<void> {
  for (let after = from; after < version; ) {
    const entries = await core.store.entries(id, after, Math.min(pageSize, version - after));
    if (entries.length === 0) return;
    for (const entry of entries) count.add(entry);
    after += entries.length;
  }
}

/** The generation of a task for events of a call; undefined for a client that does not count. */
export async function generationFor(
  core: AgentCore,
  call: CallContext,
  stored: Pick<StoredTask, "task" | "version">,
): Promise<number | undefined> {
  return core.counts(call) ? generationOf(core, stored) : undefined;
}

/** The generation of a stored task. */
export async function generationOf(
  core: AgentCore,
  { task, version }: Pick<StoredTask, "task" | "version">,
): Promise<number> {
  return (await countTask(core, task.id, version)).generation;
}

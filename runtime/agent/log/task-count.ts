import type { CallContext } from "../../service/index.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { StoredTask } from "../contract/task-store.ts";
import { type AgentCore, toStoreError } from "../core/agent-core.ts";
import {
  type Artifact,
  type Message,
  Role,
  type Task,
  TaskState,
  type TaskStatus,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/** A step of a task, as A2A 1.1 has it. */
export type TimelineEntry = { generation: string } & ({ message: Message } | { status: TaskStatus });

/** A task with its changes counted, as A2A 1.1 has it. */
export interface CountedTask extends Task {
  artifacts?: (Artifact & { startGeneration: string; endGeneration?: string })[];
  timeline?: TimelineEntry[];
  generation: string;
}

/** Whether an entry changes a task as its clients see it; others are records of its processes. */
export function isChange(entry: TaskEntry): boolean {
  return "statusUpdate" in entry || "artifactUpdate" in entry || "message" in entry;
}

interface Span {
  readonly start: number;
  last: number;
  isWhole: boolean;
}

/** Counts the changes of a task by the entries of its log: 1 for its creation, and 1 more for each change. */
export class TaskCount {
  #generation = 1;
  #status: TaskStatus = { state: TaskState.Submitted };
  readonly #timeline: TimelineEntry[] = [];
  readonly #artifacts = new Map<string, Span>();
  /** Messages of the history that did not begin it. */
  #added = 0;

  get generation(): number {
    return this.#generation;
  }

  add(entry: TaskEntry): void {
    if (!isChange(entry)) return;
    this.#generation++;
    if ("statusUpdate" in entry) this.#addStatus(entry.statusUpdate.status);
    else if ("message" in entry) this.#addMessage(entry.message);
    else if ("artifactUpdate" in entry) this.#addArtifact(entry.artifactUpdate);
  }

  /** The task after the entries, with the latest `length` steps; 0 for no `timeline`, undefined for all. */
  show(task: Task, shown: Task, length: number | undefined): CountedTask {
    const { history = [] } = task;
    const { metadata, artifacts, ...rest } = shown;
    const begun = history.slice(0, Math.max(0, history.length - this.#added));
    const timeline = [
      ...begun.map((message): TimelineEntry => ({ message, generation: "1" })),
      ...this.#timeline,
    ].slice(length === undefined ? 0 : -length);
    // In the order of the proto, so that the codec sends it unchanged.
    const { history: messages, ...first } = rest;
    return {
      ...first,
      ...(artifacts && { artifacts: artifacts.map((artifact) => this.#place(artifact)) }),
      ...(messages && { history: messages }),
      ...(length === 0 || timeline.length === 0 ? {} : { timeline }),
      ...(metadata && { metadata }),
      generation: String(this.#generation),
    };
  }

  #addStatus(status: TaskStatus): void {
    if (this.#status.message !== undefined) this.#added++;
    this.#status = status;
    this.#timeline.push({ status, generation: String(this.#generation) });
  }

  #addMessage(message: Message): void {
    this.#added++;
    const generation = String(this.#generation);
    // A reply of the agent is a status with its message, as everything of the agent.
    const step = message.role === Role.User ? { message } : { status: { ...this.#status, message } };
    this.#timeline.push({ ...step, generation });
  }

  #addArtifact({
    artifact,
    append,
    lastChunk = false,
  }: Extract<TaskEntry, { artifactUpdate: unknown }>["artifactUpdate"]): void {
    const { artifactId } = artifact;
    const there = append === true ? this.#artifacts.get(artifactId) : undefined;
    const start = there?.start ?? this.#generation;
    this.#artifacts.set(artifactId, { start, last: this.#generation, isWhole: lastChunk });
  }

  #place(artifact: Artifact): NonNullable<CountedTask["artifacts"]>[number] {
    const { start = 1, last = 1, isWhole = false } = this.#artifacts.get(artifact.artifactId) ?? {};
    return {
      ...artifact,
      startGeneration: String(start),
      ...(isWhole && { endGeneration: String(last) }),
    };
  }
}

/** Entries read at a time. */
const pageSize = 1000;

/** The count of a task at a version. */
export async function countTask(core: AgentCore, id: string, version: number): Promise<TaskCount> {
  const count = new TaskCount();
  await addEntries(core, count, { id, from: 0, version });
  return count;
}

/** Adds the entries between two versions. */
export async function addEntries(
  core: AgentCore,
  count: TaskCount,
  { id, from, version }: { readonly id: string; readonly from: number; readonly version: number },
): Promise<void> {
  for (let after = from; after < version; ) {
    const limit = Math.min(pageSize, version - after);
    const entries = await core.store.entries(id, after, limit).catch((error: unknown) => {
      throw toStoreError(core, error, id);
    });
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

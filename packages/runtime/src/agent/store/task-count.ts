import type { ArtifactSpan, CountedChanges, TimelineEntry } from "../contract/counted-changes.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import {
  type Artifact,
  type Message,
  Role,
  type Task,
  TaskState,
  type TaskStatus,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/** A task with its changes counted, as A2A 1.1 has it. */
export interface CountedTask extends Task {
  artifacts?: (Artifact & { startGeneration: string; endGeneration?: string })[];
  timeline?: TimelineEntry[];
  generation: string;
}

/** Whether an entry changes a task as its clients see it; others are records of its processes. */
export function isChange(entry: TaskEntry): boolean {
  return (
    "statusUpdate" in entry || "artifactUpdate" in entry || "metadataUpdate" in entry || "message" in entry
  );
}

/** Counts the changes of a task by the entries of its log: 1 for its creation, and 1 more for each change. */
export class TaskCount {
  #generation: number;
  #status: TaskStatus;
  readonly #timeline: TimelineEntry[];
  readonly #artifacts: Map<string, ArtifactSpan>;
  /** Messages of the history that did not begin it. */
  #added: number;

  /** Goes on after the changes of entries that were dropped. */
  constructor(before?: CountedChanges) {
    this.#generation = before?.generation ?? 1;
    this.#status = before?.status ?? { state: TaskState.Submitted };
    this.#timeline = [...(before?.timeline ?? [])];
    this.#artifacts = new Map(before?.artifacts.map((span) => [span.artifactId, span]));
    this.#added = before?.messages ?? 0;
  }

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

  /** What has to be kept of the entries to count on without them. */
  toChanges(): CountedChanges {
    return {
      generation: this.#generation,
      status: this.#status,
      messages: this.#added,
      timeline: [...this.#timeline],
      artifacts: [...this.#artifacts.values()],
    };
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
    this.#artifacts.set(artifactId, { artifactId, start, last: this.#generation, isWhole: lastChunk });
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

/** The changes of a task after further entries of its log: for stores that drop these. */
export function countChanges(
  before: CountedChanges | undefined,
  entries: Iterable<TaskEntry>,
): CountedChanges {
  const count = new TaskCount(before);
  for (const entry of entries) count.add(entry);
  return count.toChanges();
}

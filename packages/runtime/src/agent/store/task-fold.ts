import { GrowingTask } from "../../service/growing-task.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { Task, TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";

/**
 * A task that grows by the entries of its log, each in constant time, as `GrowingTask` says. Metadata of a
 * metadata update is merged into that of the task; metadata of other updates, `lastChunk` and requests to
 * cancel leave no trace.
 */
export class TaskFold {
  readonly #task: GrowingTask<Task>;

  constructor(beginning: Task) {
    this.#task = new GrowingTask(beginning);
  }

  get id(): string {
    return this.#task.id;
  }

  get contextId(): string | undefined {
    return this.#task.contextId;
  }

  get status(): TaskStatus {
    return this.#task.status;
  }

  add(entry: TaskEntry): void {
    if ("statusUpdate" in entry) this.#task.setStatus(entry.statusUpdate.status);
    else if ("artifactUpdate" in entry) {
      const { artifact, append } = entry.artifactUpdate;
      this.#task.putArtifact(artifact, append === true);
    } else if ("metadataUpdate" in entry) this.#task.addMetadata(entry.metadataUpdate.metadata);
    else if ("message" in entry) this.#task.addMessage(entry.message);
  }

  /** The task as it is now; entries that are added later do not change it. */
  toTask(): Task {
    return this.#task.toTask();
  }

  /** The same without `artifacts`, at no cost for their number and size. */
  toTaskWithoutArtifacts(): Task {
    return this.#task.toTaskWithoutArtifacts();
  }
}

/**
 * The task after one more entry of its log (section 3.2); neither argument is changed. It copies the
 * lists of the task: use `foldEntries` for many entries, and a `TaskFold` for one after another.
 */
export function foldEntry(task: Task, entry: TaskEntry): Task {
  return foldEntries(task, [entry]);
}

/** The task after entries of its log, oldest first; the arguments are not changed. */
export function foldEntries(task: Task, entries: Iterable<TaskEntry>): Task {
  const fold = new TaskFold(task);
  for (const entry of entries) fold.add(entry);
  return fold.toTask();
}

import { mergeMetadata } from "../../core/merge-metadata.ts";
import type { TaskEntry } from "../contract/task-entry.ts";
import type { Artifact, Message, Part, Task, TaskStatus } from "../generated/lf/a2a/v1/a2a_types.ts";
import { appendParts } from "./join-text.ts";

/**
 * A task that grows by the entries of its log, each in constant time:
 *
 * - A status replaces the previous one, whose message is appended to the history.
 * - An artifact replaces the one with the same identifier, or is added to the others. With `append` its parts
 *   are appended to the existing artifact; if there is none, it is added.
 * - Where text is appended to text, the two are one part, as `joinText` says: a text that came in pieces is one text.
 * - A message is appended to the history.
 * - Metadata of a metadata update is merged into that of the task, as `mergeMetadata` says.
 * - Metadata of other updates, `lastChunk` and requests to cancel leave no trace.
 */
export class TaskFold {
  readonly #beginning: Task;
  #status: TaskStatus;
  #metadata: Task["metadata"];
  readonly #history: Message[];
  readonly #artifacts: GrowingArtifact[] = [];
  /** By identifier; undefined for at most one. */
  #places: Map<string, GrowingArtifact> | undefined;
  /** The result of `toTask`, until the next entry. */
  #task: Task | undefined;
  #historyCopy: Message[] | undefined;
  #artifactsCopy: Artifact[] | undefined;

  constructor(beginning: Task) {
    this.#beginning = beginning;
    this.#status = beginning.status;
    this.#metadata = beginning.metadata;
    this.#history = [...(beginning.history ?? [])];
    for (const artifact of beginning.artifacts ?? []) this.#place(artifact);
    this.#task = beginning;
    this.#historyCopy = beginning.history;
    this.#artifactsCopy = beginning.artifacts;
  }

  get id(): string {
    return this.#beginning.id;
  }

  get contextId(): string | undefined {
    return this.#beginning.contextId;
  }

  get status(): TaskStatus {
    return this.#status;
  }

  add(entry: TaskEntry): void {
    if ("statusUpdate" in entry) {
      if (this.#status.message !== undefined) this.#addToHistory(this.#status.message);
      this.#status = entry.statusUpdate.status;
    } else if ("artifactUpdate" in entry) {
      const { artifact, append } = entry.artifactUpdate;
      const there = this.#find(artifact.artifactId);
      if (there === undefined) this.#place(artifact);
      else if (append === true) there.append(artifact.parts);
      else there.replace(artifact);
      this.#artifactsCopy = undefined;
    } else if ("metadataUpdate" in entry) {
      this.#metadata = mergeMetadata(this.#metadata, entry.metadataUpdate.metadata);
    } else if ("message" in entry) {
      this.#addToHistory(entry.message);
    } else {
      return;
    }
    this.#task = undefined;
  }

  /** The task as it is now; entries that are added later do not change it. */
  toTask(): Task {
    this.#task ??= this.#build(true);
    return this.#task;
  }

  /** The same without `artifacts`, at no cost for their number and size. */
  toTaskWithoutArtifacts(): Task {
    return this.#build(false);
  }

  #build(withArtifacts: boolean): Task {
    const { id, contextId } = this.#beginning;
    // In the order of the proto, so that the codec sends it unchanged.
    const task: Task = { id, ...(contextId === undefined ? {} : { contextId }), status: this.#status };
    if (withArtifacts && this.#artifacts.length > 0) {
      this.#artifactsCopy ??= this.#artifacts.map((artifact) => artifact.toArtifact());
      task.artifacts = this.#artifactsCopy;
    }
    if (this.#history.length > 0) {
      this.#historyCopy ??= [...this.#history];
      task.history = this.#historyCopy;
    }
    if (this.#metadata !== undefined) task.metadata = this.#metadata;
    return task;
  }

  #addToHistory(message: Message): void {
    this.#history.push(message);
    this.#historyCopy = undefined;
  }

  #find(id: string): GrowingArtifact | undefined {
    if (this.#places !== undefined) return this.#places.get(id);
    // Most tasks have at most one.
    const [only] = this.#artifacts;
    return only?.id === id ? only : undefined;
  }

  #place(artifact: Artifact): void {
    const added = new GrowingArtifact(artifact);
    const [first] = this.#artifacts;
    this.#artifacts.push(added);
    if (first === undefined) return;
    this.#places ??= new Map([[first.id, first]]);
    if (!this.#places.has(added.id)) this.#places.set(added.id, added);
  }
}

/** An artifact that grows by parts; copies of it that were handed out do not change. */
class GrowingArtifact {
  #beginning: Artifact;
  /** Undefined until parts are added to those of the beginning. */
  #parts: Part[] | undefined;
  /** Made of both and kept until they change. */
  #copy: Artifact | undefined;

  constructor(beginning: Artifact) {
    this.#beginning = beginning;
    this.#copy = beginning;
  }

  get id(): string {
    return this.#beginning.artifactId;
  }

  replace(artifact: Artifact): void {
    this.#beginning = artifact;
    this.#parts = undefined;
    this.#copy = artifact;
  }

  append(parts: readonly Part[]): void {
    this.#parts ??= [...this.#beginning.parts];
    appendParts(this.#parts, parts);
    this.#copy = undefined;
  }

  toArtifact(): Artifact {
    this.#copy ??= { ...this.#beginning, parts: [...(this.#parts ?? this.#beginning.parts)] };
    return this.#copy;
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

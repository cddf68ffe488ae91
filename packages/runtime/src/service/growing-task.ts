import type { JsonObject } from "../core/json.ts";
import { mergeMetadata } from "../core/merge-metadata.ts";
import { appendParts, type TextPart } from "./join-text.ts";

/** The growing parts of a task, in any version. */
export interface TaskShape {
  id: string;
  contextId?: string;
  status: { message?: MessageShape };
  artifacts?: ArtifactShape[];
  history?: MessageShape[];
  metadata?: JsonObject;
}

export interface MessageShape {
  messageId?: string;
}

export interface ArtifactShape {
  artifactId: string;
  parts: TextPart[];
}

/** Members of an artifact that updates imply. */
interface ArtifactMarks {
  readonly begins?: object;
  readonly marks?: object;
}

type StatusOf<Task extends TaskShape> = Task["status"];
type MessageOf<Task extends TaskShape> = NonNullable<Task["history"]>[number];
type ArtifactOf<Task extends TaskShape> = NonNullable<Task["artifacts"]>[number];

/**
 * A task that grows by what happens to it, each in constant time:
 *
 * - A status replaces the previous one, whose message is appended to the history.
 * - An artifact replaces the one with the same identifier, or is added to the others. With `append` its parts
 *   are appended to the existing artifact; if there is none, it is added.
 * - Where text is appended to text, the two are one part, as `appendParts` says: a text that came in pieces
 *   is one text.
 * - A message is appended to the history.
 * - Metadata is merged into that of the task, as `mergeMetadata` says.
 */
export class GrowingTask<Task extends TaskShape> {
  readonly #beginning: Task;
  /** Members that only `change` changes. */
  #rest: object;
  #status: StatusOf<Task>;
  #metadata: JsonObject | undefined;
  readonly #history: MessageOf<Task>[];
  readonly #artifacts: GrowingArtifact<ArtifactOf<Task>>[] = [];
  /** By identifier; undefined for at most one. */
  #places: Map<string, GrowingArtifact<ArtifactOf<Task>>> | undefined;
  /** The result of `toTask`, until the next change. */
  #task: Task | undefined;
  #historyCopy: MessageOf<Task>[] | undefined;
  #artifactsCopy: ArtifactOf<Task>[] | undefined;

  constructor(beginning: Task) {
    const { id: _, contextId: __, status, artifacts, history, metadata, ...rest } = beginning;
    this.#beginning = beginning;
    this.#rest = rest;
    this.#status = status;
    this.#metadata = metadata;
    this.#history = [...(history ?? [])];
    for (const artifact of artifacts ?? []) this.#place(artifact);
    this.#task = beginning;
    this.#historyCopy = history;
    this.#artifactsCopy = artifacts;
  }

  get id(): string {
    return this.#beginning.id;
  }

  get contextId(): string | undefined {
    return this.#beginning.contextId;
  }

  get status(): StatusOf<Task> {
    return this.#status;
  }

  get history(): readonly MessageOf<Task>[] {
    return this.#history;
  }

  setStatus(status: StatusOf<Task>): void {
    const { message } = this.#status;
    if (message !== undefined) this.addMessage(message);
    this.replaceStatus(status);
  }

  /** The same for a status whose message the history has already. */
  replaceStatus(status: StatusOf<Task>): void {
    this.#status = status;
    this.#task = undefined;
  }

  /** `marks` are set on the artifact, also on one that continues; `begins` only on one that begins. */
  putArtifact(artifact: ArtifactOf<Task>, append: boolean, { marks, begins }: ArtifactMarks = {}): void {
    const there = this.#find(artifact.artifactId);
    if (there !== undefined && append) there.append(artifact.parts, marks);
    else {
      const marked = marks || begins ? { ...artifact, ...begins, ...marks } : artifact;
      if (there === undefined) this.#place(marked);
      else there.replace(marked);
    }
    this.#artifactsCopy = undefined;
    this.#task = undefined;
  }

  addMessage(message: MessageOf<Task>): void {
    this.#history.push(message);
    this.#historyCopy = undefined;
    this.#task = undefined;
  }

  addMetadata(metadata: JsonObject | undefined): void {
    this.#metadata = mergeMetadata(this.#metadata, metadata);
    this.#task = undefined;
  }

  /** Sets further members of the task. */
  change(members: Partial<Task>): void {
    this.#rest = { ...this.#rest, ...members };
    this.#task = undefined;
  }

  /** The task as it is now; further changes do not change it. */
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
    const task: TaskShape = { id, ...(contextId === undefined ? {} : { contextId }), status: this.#status };
    if (withArtifacts && this.#artifacts.length > 0) {
      this.#artifactsCopy ??= this.#artifacts.map((artifact) => artifact.toArtifact());
      task.artifacts = this.#artifactsCopy;
    }
    if (this.#history.length > 0) {
      this.#historyCopy ??= [...this.#history];
      task.history = this.#historyCopy;
    }
    if (this.#metadata !== undefined) task.metadata = this.#metadata;
    // All members are those of the beginning, or of their types.
    return Object.assign(task, this.#rest) as Task;
  }

  #find(id: string): GrowingArtifact<ArtifactOf<Task>> | undefined {
    if (this.#places !== undefined) return this.#places.get(id);
    // Most tasks have at most one.
    const [only] = this.#artifacts;
    return only?.id === id ? only : undefined;
  }

  #place(artifact: ArtifactOf<Task>): void {
    const added = new GrowingArtifact(artifact);
    const [first] = this.#artifacts;
    this.#artifacts.push(added);
    if (first === undefined) return;
    this.#places ??= new Map([[first.id, first]]);
    if (!this.#places.has(added.id)) this.#places.set(added.id, added);
  }
}

/** An artifact that grows by parts; copies of it that were handed out do not change. */
class GrowingArtifact<Artifact extends ArtifactShape> {
  #beginning: Artifact;
  /** Undefined until parts are added to those of the beginning. */
  #parts: TextPart[] | undefined;
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

  append(parts: readonly TextPart[], marks: object | undefined): void {
    this.#parts ??= [...this.#beginning.parts];
    if (marks !== undefined) this.#beginning = { ...this.#beginning, ...marks };
    appendParts(this.#parts, parts);
    this.#copy = undefined;
  }

  toArtifact(): Artifact {
    this.#copy ??= { ...this.#beginning, parts: [...(this.#parts ?? this.#beginning.parts)] };
    return this.#copy;
  }
}

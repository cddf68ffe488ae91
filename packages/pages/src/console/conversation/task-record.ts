import type { Artifact, Message, StreamResponse, Task, TaskState } from "@a2agen/a2a-1.0";
import { isInterrupted, isTerminal, stateName as nameOf } from "@a2agen/exchange/task-states.ts";
import { type Signal, signal } from "@preact/signals";
import { ThrottledSignal } from "../session/throttled-signal.ts";

/** Artifacts of a task, parts of an artifact and messages of a history that are kept: the latest ones. */
const maximumKept = 1000;

/** Notifications of a task that are kept: the latest ones. */
const maximumDeliveries = 100;

/** Characters of one text that are kept: the last ones. A stream without end would fill memory. */
const maximumText = 4_000_000;

/** Something that happened to a task. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** A notification that the agent sent to a webhook of this console. */
export interface PushDelivery {
  /** As JSON says it. */
  readonly receivedAt: string;
  /** The body as JSON, or as text where it is none. */
  readonly content: unknown;
}

/** A task as its events make it. */
export class TaskRecord {
  readonly id: string;
  readonly task: ThrottledSignal<Task>;
  readonly #moments: Moment[] = [];
  readonly deliveries: Signal<readonly PushDelivery[]> = signal([]);
  /** Whether its events are being received. */
  readonly isFollowed: Signal<boolean> = signal(false);

  constructor(task: Task) {
    this.id = task.id;
    this.task = new ThrottledSignal(task);
    this.#note(`the task: ${stateName(task.status.state)}`);
  }

  /** What happened to it, as far as it is kept; it changes with the task. */
  get timeline(): readonly Moment[] {
    return this.#moments;
  }

  /** Takes the whole task as it is now. */
  replace(task: Task): void {
    const before = this.task.latest.status.state;
    this.task.set(task);
    if (task.status.state !== before) this.#note(`status: ${stateName(task.status.state)}`);
  }

  /** Takes a notification. */
  deliver(delivery: PushDelivery): void {
    this.deliveries.value = [...this.deliveries.value.slice(1 - maximumDeliveries), delivery];
    this.#note("push notification");
  }

  /** Takes an event of a stream. */
  apply({ task, statusUpdate, artifactUpdate }: StreamResponse): void {
    if (task !== undefined) this.replace(task);
    if (statusUpdate !== undefined) {
      const { status } = statusUpdate;
      const { latest } = this.task;
      const { history = [] } = latest;
      const said = latest.status.message;
      const isNew = said !== undefined && !history.some(({ messageId }) => messageId === said.messageId);
      // As agents do: what a status said before goes into the history.
      this.task.set({
        ...latest,
        status,
        ...(isNew ? { history: [...history, said].slice(-maximumKept) } : {}),
      });
      this.#note(`status: ${stateName(status.state)}`);
    }
    if (artifactUpdate !== undefined) {
      const { artifact, append = false, lastChunk = false } = artifactUpdate;
      const { latest } = this.task;
      this.task.set({ ...latest, artifacts: mergeArtifact(latest.artifacts ?? [], artifact, append) });
      const name = artifact.name === undefined || artifact.name === "" ? artifact.artifactId : artifact.name;
      this.#note(`artifact ${name}: ${append ? "continued" : "begun"}${lastChunk ? ", complete" : ""}`);
    }
  }

  #note(text: string): void {
    this.#moments.push({ at: Date.now(), text });
    if (this.#moments.length > 2 * maximumKept) this.#moments.splice(0, maximumKept);
  }
}

function mergeArtifact(artifacts: readonly Artifact[], artifact: Artifact, append: boolean): Artifact[] {
  const at = artifacts.findIndex(({ artifactId }) => artifactId === artifact.artifactId);
  const before = artifacts[at];
  if (before === undefined) return [...artifacts, artifact].slice(-maximumKept);
  const merged = append
    ? { ...before, ...artifact, parts: joinParts(before.parts, artifact.parts) }
    : artifact;
  return artifacts.with(at, merged);
}

/** Pieces of a text are one text. */
function joinParts(before: Artifact["parts"], after: Artifact["parts"]): Artifact["parts"] {
  const joined = [...before];
  for (const part of after) {
    const last = joined.at(-1);
    const isText = last?.text !== undefined && part.text !== undefined;
    if (isText && last.filename === part.filename) {
      const text = last.text + part.text;
      joined[joined.length - 1] = {
        ...last,
        text: text.length > 2 * maximumText ? text.slice(-maximumText) : text,
      };
    } else joined.push(part);
  }
  return joined.slice(-maximumKept);
}

/** "TASK_STATE_INPUT_REQUIRED" as "input required". */
export function stateName(state: TaskState): string {
  return nameOf(state).replaceAll("-", " ");
}

export function hasEnded({ status }: Task): boolean {
  return isTerminal(status.state);
}

/** Whether the task waits for its caller. */
export function isWaiting({ status }: Task): boolean {
  return isInterrupted(status.state);
}

/** All that a message says as plain text. */
export function plainText({ parts }: Message): string {
  return parts.flatMap(({ text }) => text ?? []).join("");
}

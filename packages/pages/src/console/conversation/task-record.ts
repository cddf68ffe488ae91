import type { Artifact, Message, StreamResponse, Task, TaskState } from "@a2agen/a2a-1.0";
import { isInterrupted, isTerminal, stateName as nameOf } from "@a2agen/exchange/task-states.ts";
import { type Signal, signal } from "@preact/signals";

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
  /** How often it happened, one after the other, and when last. */
  readonly count: number;
  readonly until: number;
}

/** A notification that the agent sent to a webhook of this console. */
export interface PushDelivery {
  /** As JSON says it. */
  readonly receivedAt: string;
  /** The body as JSON, or as text where it is none. */
  readonly content: unknown;
}

type StatusMetadata = NonNullable<StreamResponse["statusUpdate"]>["metadata"];

/** What happened to a task. */
export class TaskRecord {
  readonly #moments: Moment[] = [];
  readonly #progress: string[] = [];
  readonly deliveries: Signal<readonly PushDelivery[]> = signal([]);
  #state: TaskState | undefined;
  #statusMetadata: StatusMetadata;

  /** As far as it is kept; it changes with the task. */
  get timeline(): readonly Moment[] {
    return this.#moments;
  }

  /** What the agent said while it worked, the latest last. */
  get progress(): readonly string[] {
    return this.#progress;
  }

  /** Of the latest status update. */
  get statusMetadata(): StatusMetadata {
    return this.#statusMetadata;
  }

  /** Takes a notification. */
  deliver(delivery: PushDelivery): void {
    this.deliveries.value = [...this.deliveries.value.slice(1 - maximumDeliveries), delivery];
    this.#say("push notification");
  }

  /** Takes an event, and the task after it. */
  note({ statusUpdate, artifactUpdate }: Partial<StreamResponse>, { status }: Task): void {
    const { state } = status;
    if (statusUpdate !== undefined) this.#statusMetadata = statusUpdate.metadata;
    const said = statusUpdate && isWorking(state) ? progressOf(statusUpdate.status.message) : undefined;
    if (said !== undefined && said !== this.#progress.at(-1)) this.#progress.push(said);
    if (this.#progress.length > 2 * maximumKept) this.#progress.splice(0, maximumKept);
    if (artifactUpdate !== undefined) {
      const { artifact, append = false, lastChunk = false } = artifactUpdate;
      const name = artifact.name === undefined || artifact.name === "" ? artifact.artifactId : artifact.name;
      this.#say(`artifact ${name}: ${append ? "continued" : "begun"}${lastChunk ? ", complete" : ""}`);
    } else if (this.#state === undefined) this.#say(`the task: ${stateName(state)}`);
    else if (statusUpdate !== undefined || state !== this.#state) {
      this.#say(`status: ${stateName(state)}${said === undefined ? "" : `, ${said}`}`);
    }
    this.#state = state;
  }

  #say(text: string): void {
    const at = Date.now();
    const last = this.#moments.at(-1);
    // Pieces of an artifact come by the thousand.
    if (last?.text === text) {
      this.#moments[this.#moments.length - 1] = { ...last, count: last.count + 1, until: at };
      return;
    }
    this.#moments.push({ at, text, count: 1, until: at });
    if (this.#moments.length > 2 * maximumKept) this.#moments.splice(0, maximumKept);
  }
}

/** A task with the latest of what is in it. */
export function trimTask(task: Task): Task {
  const { artifacts, history } = task;
  return {
    ...task,
    ...(artifacts && { artifacts: artifacts.slice(-maximumKept).map(trimArtifact) }),
    ...(history && { history: history.slice(-maximumKept) }),
  };
}

function trimArtifact(artifact: Artifact): Artifact {
  const isLong = ({ text }: Artifact["parts"][number]): boolean =>
    text !== undefined && text.length > 2 * maximumText;
  if (artifact.parts.length <= maximumKept && !artifact.parts.some(isLong)) return artifact;
  const parts = artifact.parts.slice(-maximumKept);
  return {
    ...artifact,
    parts: parts.map((part) =>
      part.text !== undefined && isLong(part) ? { ...part, text: part.text.slice(-maximumText) } : part,
    ),
  };
}

/** "TASK_STATE_INPUT_REQUIRED" as "input required". */
export function stateName(state: TaskState): string {
  return nameOf(state).replaceAll("-", " ");
}

export function hasEnded({ status }: Task): boolean {
  return isTerminal(status.state);
}

/** Whether the agent is at work, and waits for nobody. */
export function isWorking(state: TaskState): boolean {
  return !isTerminal(state) && !isInterrupted(state);
}

/** A message that is only text, as a line; undefined for another one. */
export function progressOf(message: Message | undefined): string | undefined {
  if (message === undefined || message.parts.some(({ text }) => text === undefined)) return undefined;
  return plainText(message).trim() || undefined;
}

/** All that a message says as plain text. */
export function plainText({ parts }: Message): string {
  return parts.flatMap(({ text }) => text ?? []).join("");
}

import { A2AService } from "@a2agen/a2a-1.0";
import { artifactText, type ShownTask, shortState, statusText } from "./shown.ts";

/** A state as tests spell it: "input-required". */
export type State = string;

const { terminalStates = [], interruptedStates = [] } = A2AService.protocol.tasks ?? {};
const terminal = new Set(terminalStates.map(shortState));
const interrupted = new Set(interruptedStates.map(shortState));

export const isTerminal = (state: State): boolean => terminal.has(state);
export const isInterrupted = (state: State): boolean => interrupted.has(state);
export const isAtRest = (state: State): boolean => isTerminal(state) || isInterrupted(state);

/** A message as its client sent it. */
export interface ModelMessage {
  readonly messageId: string;
  readonly text: string;
  readonly contextId?: string;
  readonly taskId?: string;
}

/** Something that happens to a task. */
export type Happening =
  | { readonly state: State; readonly text?: string | undefined }
  | { readonly artifact: string; readonly text: string; readonly append: boolean }
  | { readonly user: ModelMessage }
  | { readonly agent: string };

export const notAllowed = "The agent did something that the protocol does not allow.";
export const hasFailed = "The agent failed.";

export interface TaskModelInit {
  readonly id: string;
  readonly contextId: string;
  readonly owner: string;
  readonly message: ModelMessage;
  readonly now: () => number;
  /** Told of what is written together, as streams show it. */
  readonly tell: (updates: readonly string[], task: TaskModel) => void;
  /** Told that the hook learns of an error. */
  readonly report: () => void;
}

/** What a task should be after all that has happened to it: section 3 in the simplest words. */
export class TaskModel {
  readonly id: string;
  readonly contextId: string;
  readonly owner: string;
  readonly #init: TaskModelInit;
  state: State = "submitted";
  time: number;
  #text: string | undefined;
  readonly #history: string[] = [];
  readonly #artifacts = new Map<string, string[]>();
  /** All that its client has said to it. */
  readonly messages: ModelMessage[] = [];
  /** Messages that have no turn yet. */
  readonly waiting: ModelMessage[] = [];
  /** Whether an author is at work on it. */
  isAtWork = true;
  isStopping = false;
  /** Where it returns to after a mere reply. */
  #resting: State | undefined;

  constructor(init: TaskModelInit) {
    const { id, contextId, owner, message } = init;
    this.#init = init;
    this.id = id;
    this.contextId = contextId;
    this.owner = owner;
    this.time = init.now();
    this.#take({ user: message });
  }

  shown(historyLength?: number, withArtifacts = true): ShownTask {
    const { id, contextId } = this;
    const history = historyLength === undefined ? this.#history : this.#history.slice(-historyLength);
    const artifacts = [...this.#artifacts].map(([name, texts]) => `${name}: ${texts.join("")}`);
    return {
      id,
      contextId,
      status: statusText(this.state, this.#text, this.time),
      ...(historyLength === 0 ? {} : { history: [...history] }),
      ...(withArtifacts && artifacts.length > 0 ? { artifacts } : {}),
    };
  }

  /** A message that continues the task while it waits for it. */
  continueWith(user: ModelMessage): void {
    this.isAtWork = true;
    this.#write({ state: "working" }, { user });
  }

  /** A message that the author answers with a reply, while the task waits. */
  chat(user: ModelMessage, agent: string): void {
    this.#write({ user }, { agent });
  }

  /** A message while the author is at work. */
  enqueue(user: ModelMessage): void {
    if (isInterrupted(this.state)) {
      this.#resting = this.state;
      this.#write({ state: "working" }, { user });
    } else this.#write({ user });
    this.waiting.push(user);
  }

  /** The author gives a status or an artifact. */
  give(event: Extract<Happening, { state: State } | { artifact: string }>): void {
    const isLate = isTerminal(this.state);
    const isBack = "state" in event && event.state === "submitted" && this.state !== "submitted";
    if (isLate || isBack) {
      this.break(notAllowed);
      return;
    }
    if (!("state" in event)) {
      this.#write(event);
      return;
    }
    this.#resting = undefined;
    if (!isInterrupted(event.state)) this.#write(event);
    else if (this.isStopping) this.#write(event, { state: "canceled" });
    else if (this.waiting.length > 0) {
      this.#resting = event.state;
      this.#write(event, { state: "working" });
    } else this.#write(event);
  }

  /** The author does what it must not. */
  break(text: string): void {
    this.#init.report();
    this.#fail(text);
  }

  /** The author throws. */
  throwError(): void {
    // Of one that was told to stop nobody wonders.
    if (!this.isStopping) this.#init.report();
    this.#fail(hasFailed);
  }

  /** A turn ends; the message that has the next one. */
  endTurn(): ModelMessage | undefined {
    const next = this.isStopping || isTerminal(this.state) ? undefined : this.waiting.shift();
    if (next !== undefined) return next;
    this.isAtWork = false;
    if (isTerminal(this.state)) return undefined;
    if (this.isStopping) this.#write({ state: "canceled" });
    else if (!isInterrupted(this.state)) this.#write({ state: "completed" });
    return undefined;
  }

  /** The author answers a message that had waited with a reply. */
  takeReply(text: string): void {
    if (this.waiting.length > 0) this.#write({ agent: text });
    else this.#write({ state: this.#resting ?? "completed", text });
  }

  cancel(): void {
    if (!this.isAtWork || isInterrupted(this.state)) this.#write({ state: "canceled" });
    if (this.isAtWork) this.isStopping = true;
  }

  #fail(text: string): void {
    this.isAtWork = false;
    if (isTerminal(this.state)) return;
    this.#write(this.isStopping ? { state: "canceled" } : { state: "failed", text });
  }

  #write(...happenings: readonly Happening[]): void {
    this.#init.tell(
      happenings.flatMap((one) => this.#take(one)),
      this,
    );
  }

  #take(happening: Happening): readonly string[] {
    if ("user" in happening) {
      this.messages.push(happening.user);
      this.#history.push(`user: ${happening.user.text}`);
      return [];
    }
    if ("agent" in happening) {
      this.#history.push(`agent: ${happening.agent}`);
      return [];
    }
    if ("state" in happening) {
      if (this.#text !== undefined) this.#history.push(`agent: ${this.#text}`);
      this.state = happening.state;
      this.#text = happening.text;
      // Clocks may be set back: the times of a task are not.
      this.time = Math.max(this.time, this.#init.now());
      return [statusText(this.state, this.#text, this.time)];
    }
    const { artifact, text, append } = happening;
    const there = this.#artifacts.get(artifact);
    if (append && there !== undefined) there.push(text);
    else this.#artifacts.set(artifact, [text]);
    return [artifactText(artifact, text, append)];
  }
}

import { onAbort } from "../core/on-abort.ts";
import { CallError } from "../service/index.ts";
import type { TaskRules } from "../service/protocol.ts";
import { StreamProgress } from "../service/stream-progress.ts";
import type { Notification } from "./notification.ts";
/** A webhook for one task. */
export interface Hook<Event> {
  /**
   * For the request that begins the task, or sets the configuration. The token is made for this webhook
   * alone; an agent may present it in `Authorization` too, if the configuration names it as credentials of a
   * scheme.
   */
  readonly config: { readonly url: string; readonly token: string };
  /**
   * The notifications of the task, those that came before this call as well; notifications of other tasks are
   * refused. Ends after the last one of the task, when the signal is aborted, or when the receiver or the
   * webhook is closed; the webhook is closed then.
   */
  events(taskId: string, options?: { readonly signal?: AbortSignal }): AsyncIterable<Notification<Event>>;
  /** Drops what waits; later notifications are answered with success, and dropped. */
  close(): void;
}

/** Room for the notifications that wait, of all webhooks together. */
export interface WaitingRoom {
  /** False if there is none. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export interface OpenHookInit {
  readonly config: Hook<unknown>["config"];
  readonly rules: TaskRules;
  /** Most notifications that wait. */
  readonly waiting: number;
  readonly room: WaitingRoom;
  onClose(): void;
  /** A notification of another task came before the task was known. */
  onForeign(error: CallError, taskId: string): void;
}

interface Waiting {
  readonly notification: Notification<unknown>;
  readonly bytes: number;
}

/** A webhook whose notifications wait until they are taken. */
export class OpenHook implements Hook<unknown> {
  readonly config: Hook<unknown>["config"];
  readonly #init: OpenHookInit;
  #waiting: Waiting[] = [];
  #taskId: string | undefined;
  #isTaken = false;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(init: OpenHookInit) {
    this.#init = init;
    this.config = init.config;
  }

  /** Throws a CallError for a notification of another task, and if too much waits. */
  add(notification: Notification<unknown>, bytes: number): void {
    const { waiting, room } = this.#init;
    if (this.#isClosed) return;
    if (this.#taskId !== undefined && this.#taskId !== notification.taskId) throw foreign();
    if (this.#waiting.length >= waiting || !room.take(bytes)) {
      throw new CallError("UNAVAILABLE", "too many notifications wait", { retryAfterMs: 1000 });
    }
    this.#waiting.push({ notification, bytes });
    this.#wake?.();
  }

  events(
    taskId: string,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncIterable<Notification<unknown>> {
    if (this.#isTaken) throw new TypeError("events: a webhook has one reader; open another webhook");
    this.#isTaken = true;
    this.#taskId = taskId;
    this.#refuseForeign(taskId);
    return this.#read(signal);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { bytes } of this.#waiting) this.#init.room.give(bytes);
    this.#waiting = [];
    this.#wake?.();
    this.#init.onClose();
  }

  async *#read(signal: AbortSignal | undefined): AsyncGenerator<Notification<unknown>> {
    const progress = new StreamProgress(this.#init.rules);
    const stopListening = signal && onAbort(signal, () => this.close());
    try {
      while (!progress.isComplete) {
        const next = this.#waiting.shift();
        if (next !== undefined) {
          this.#init.room.give(next.bytes);
          progress.add(next.notification.event);
          yield next.notification;
          continue;
        }
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      stopListening?.();
      this.close();
    }
  }

  #refuseForeign(taskId: string): void {
    const { room, onForeign } = this.#init;
    const kept: Waiting[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.notification.taskId === taskId) kept.push(waiting);
      else {
        room.give(waiting.bytes);
        onForeign(foreign(), waiting.notification.taskId);
      }
    }
    this.#waiting = kept;
  }
}

function foreign(): CallError {
  return new CallError("PERMISSION_DENIED", "the webhook is for another task");
}

import { isTaskStoreError } from "../contract/task-store.ts";
import type { TaskChanges } from "./task-changes.ts";
import type { TaskLog } from "./task-log.ts";

export interface LogWatchInit {
  readonly changes: TaskChanges;
  readonly taskId: string;
  readonly onGone: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Waits for what others write to the log of a task, one change at a time: most turns are over before that. */
export class LogWatch {
  readonly #init: LogWatchInit;
  #controller: AbortController | undefined;
  #isWatching = false;
  #isOver = false;

  constructor(init: LogWatchInit) {
    this.#init = init;
  }

  /** Waits for the next change, unless it does already. */
  begin(log: TaskLog): void {
    if (this.#isWatching || this.#isOver) return;
    this.#isWatching = true;
    this.#controller ??= new AbortController();
    void this.#awaitChange(log, this.#controller.signal);
  }

  end(): void {
    this.#isOver = true;
    this.#controller?.abort();
  }

  async #awaitChange(log: TaskLog, signal: AbortSignal): Promise<void> {
    const { changes, taskId, onGone, onFailure } = this.#init;
    const { version } = log;
    try {
      await changes.next(taskId, version, signal);
      // What this process wrote, it knows.
      if (!this.#isOver && log.version === version) await log.catchUp();
    } catch (error) {
      if (isTaskStoreError(error, "missing")) onGone();
      else onFailure(error);
    } finally {
      this.#isWatching = false;
    }
  }
}

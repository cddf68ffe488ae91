import { isTaskStoreError } from "../contract/task-store.ts";
import type { TaskChanges } from "../store/task-changes.ts";
import type { TaskLog } from "./task-log.ts";

export interface LogWatchInit {
  readonly changes: TaskChanges;
  readonly taskId: string;
  readonly onMissing: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Watches the log of a task for other writers, one change at a time; most turns end before the first look.
 */
export class LogWatch {
  readonly #init: LogWatchInit;
  #controller: AbortController | undefined;
  #isWatching = false;
  #isOver = false;

  constructor(init: LogWatchInit) {
    this.#init = init;
  }

  /** Waits for the next change, unless it is waiting already. */
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
    const { changes, taskId, onMissing, onFailure } = this.#init;
    const { version } = log;
    try {
      await changes.next(taskId, version, signal);
      // Otherwise the change is a write of this process.
      if (!this.#isOver && log.version === version) await log.catchUp();
    } catch (error) {
      if (isTaskStoreError(error, "missing")) onMissing();
      else onFailure(error);
    } finally {
      this.#isWatching = false;
    }
  }
}

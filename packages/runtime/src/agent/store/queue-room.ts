import { onAbort } from "../../core/on-abort.ts";
import type { QueueRoom } from "../contract/task-queue.ts";
import { TaskStoreError } from "../contract/task-store.ts";

/** Fails with "full" if there is no room for one more task: `waiting` in all, `own` of its scope. */
export function checkQueueRoom(
  { waiting, own }: { readonly waiting: number; readonly own: number },
  { total, perScope }: QueueRoom,
): void {
  if (waiting >= total) throw new TaskStoreError("full", `${total} tasks wait, the most that may`);
  if (own >= perScope)
    throw new TaskStoreError("full", `${perScope} tasks of the caller wait, the most that may`);
}

/** Those that wait for a task in the queue of this process. */
export class QueueWaiters {
  readonly #waiters = new Set<() => void>();

  /** Resolves once `wake` is called, or the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiters.delete(wake);
        stopListening();
        resolve();
      };
      this.#waiters.add(wake);
      const stopListening = onAbort(signal, wake);
    });
  }

  wake(): void {
    for (const wake of this.#waiters) wake();
  }
}

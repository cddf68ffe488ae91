import { type CallError, clientError } from "../service/call-error.ts";
import { longestTimer } from "../service/calls-in-work.ts";
import { onAbort } from "../service/on-abort.ts";

/** The time, as far as repeating calls needs it. */
export interface Clock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with CANCELLED as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(cancelled(signal));
        return;
      }
      const timer = setTimeout(
        () => {
          stop?.();
          resolve();
        },
        Math.min(ms, longestTimer),
      );
      const stop =
        signal === undefined
          ? undefined
          : onAbort(signal, () => {
              clearTimeout(timer);
              reject(cancelled(signal));
            });
    }),
};

function cancelled(signal: AbortSignal | undefined): CallError {
  return clientError("CANCELLED", "the caller ended the call", { cause: signal?.reason });
}

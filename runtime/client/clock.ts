import { CallError } from "../service/call-error.ts";

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
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(cancelled(signal));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
    }),
};

function cancelled(signal: AbortSignal | undefined): CallError {
  return new CallError("CANCELLED", "the caller ended the call", { cause: signal?.reason });
}

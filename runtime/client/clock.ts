import { sleep } from "../core/time.ts";
import { clientError } from "../service/call-error.ts";

/** The time, as far as repeating calls needs it. */
export interface Clock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with CANCELLED as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await sleep(ms, { signal });
    if (signal?.aborted === true) {
      throw clientError("CANCELLED", "the caller ended the call", { cause: signal.reason });
    }
  },
};

import { exponentialDelay, sleep } from "../../core/time.ts";
import { type CallError, clientError } from "../../service/call-error.ts";
import type { BackoffOptions, Clock } from "../contract/retry-options.ts";

/** The clock of the machine that only goes forward. */
export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    await sleep(ms, { signal });
    if (signal?.aborted === true) {
      throw clientError("CANCELLED", "the caller ended the call", { cause: signal.reason });
    }
  },
};

export interface Backoff {
  readonly clock: Clock;
  readonly maximumDelayMs: number;
  /** Milliseconds to wait after so many failures in a row, from 1. */
  delayAfter(failures: number): number;
}

/** Fills in the defaults; throws a RangeError for invalid delays. */
export function resolveBackoff(options: BackoffOptions): Backoff {
  const { initialDelayMs = 200, maximumDelayMs = 10_000, jitter = true } = options;
  const { random = Math.random, clock = systemClock } = options;
  for (const [name, value] of Object.entries({ initialDelayMs, maximumDelayMs })) {
    if (!(value >= 0)) throw new RangeError(`${name}: expected milliseconds from 0, found ${String(value)}`);
  }
  return {
    clock,
    maximumDelayMs,
    delayAfter(failures) {
      const full = exponentialDelay(failures, { initialDelayMs, maximumDelayMs });
      return jitter ? random() * full : full;
    },
  };
}

/** Checks a number of tries. */
export function checkAttempts(attempts: number): number {
  if (Number.isInteger(attempts) && attempts >= 1) return attempts;
  throw new RangeError(`attempts: expected a whole number from 1, found ${String(attempts)}`);
}

/**
 * Whether the same call may succeed later: the server is unavailable, or says when to retry. The error for
 * a message that is too large has no such time.
 */
export function isTemporary({ status, retryAfterMs }: CallError): boolean {
  return status === "UNAVAILABLE" || (status === "RESOURCE_EXHAUSTED" && retryAfterMs !== undefined);
}

import { exponentialDelay, sleep } from "../../core/time.ts";
import { type CallError, clientError } from "../../service/call-error.ts";

/** The time for retries. */
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

/** The delays between tries: doubled each time, up to a maximum. */
export interface BackoffOptions {
  /** Milliseconds before the second try. Default: 200. */
  readonly initialDelayMs?: number;
  /** Milliseconds that no delay exceeds. Default: 10 s. */
  readonly maximumDelayMs?: number;
  /** Whether each delay is random between 0 and its full time, to spread out clients. Default: true. */
  readonly jitter?: boolean;
  /** A number from 0 up to 1, without 1. Default: Math.random. */
  readonly random?: () => number;
  readonly clock?: Clock;
}

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

import { exponentialDelay } from "../core/time.ts";
import { type Clock, systemClock } from "./clock.ts";

/** How long to wait between tries: twice as long each time, up to a maximum. */
export interface BackoffOptions {
  /** Milliseconds before the second try. Default: 200. */
  readonly initialDelayMs?: number;
  /** Milliseconds that no wait exceeds. Default: 10 s. */
  readonly maximumDelayMs?: number;
  /** Whether the wait is drawn from 0 up to what it would be, so that clients do not come all at once. Default: true. */
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

/** Fills in the defaults; throws a RangeError for delays that are none. */
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

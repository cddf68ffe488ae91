import { type BackoffRules, exponentialDelay } from "../core/time.ts";

/**
 * Milliseconds to wait after so many failures in a row, from 1: a random time between half and all of the
 * exponential delay, to spread out deliveries, and no less than the webhook asks for.
 */
export function retryDelay(failures: number, rules: BackoffRules, retryAfterMs = 0): number {
  const full = exponentialDelay(failures, rules);
  const drawn = full * (0.5 + Math.random() / 2);
  return Math.min(rules.maximumDelayMs, Math.max(drawn, retryAfterMs));
}

/**
 * The milliseconds of Retry-After, in seconds or as a date (RFC 9110, 10.2.3); undefined if it is invalid.
 */
export function readRetryAfter(value: string | undefined, now: number = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

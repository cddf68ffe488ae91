import { type BackoffRules, exponentialDelay } from "../core/time.ts";

/**
 * Milliseconds to wait after so many failed attempts, from 1: between half of the full time and all of it,
 * so that many deliveries do not come at once, and no less than the webhook asks for.
 */
export function retryDelay(failures: number, rules: BackoffRules, retryAfterMs = 0): number {
  const full = exponentialDelay(failures, rules);
  const drawn = full * (0.5 + Math.random() / 2);
  return Math.min(rules.maximumDelayMs, Math.max(drawn, retryAfterMs));
}

/** Milliseconds that Retry-After says, as seconds or as a date (RFC 9110, 10.2.3); undefined when it says nothing. */
export function readRetryAfter(value: string | undefined, now: number = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

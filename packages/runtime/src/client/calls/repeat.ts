import { isCallError } from "../../service/call-error.ts";
import type { Repeat, RetryOptions } from "../contract/retry-options.ts";
import { checkAttempts, isTemporary, resolveBackoff } from "./backoff.ts";

/** Repeats calls while their error is temporary. Throws a RangeError for invalid options. */
export function createRepeat(options: RetryOptions = {}): Repeat {
  const attempts = checkAttempts(options.attempts ?? 3);
  const backoff = resolveBackoff(options);
  const { clock } = backoff;

  const delayFor = (error: unknown, failures: number): number | undefined => {
    if (failures >= attempts || !isCallError(error) || !isTemporary(error)) return undefined;
    const wanted = error.retryAfterMs ?? 0;
    if (wanted > backoff.maximumDelayMs) return undefined;
    return Math.max(wanted, backoff.delayAfter(failures));
  };

  return async (limits, once) => {
    const { timeoutMs, signal } = limits;
    const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + timeoutMs;
    for (let failures = 1; ; failures++) {
      try {
        return await once(
          timeoutMs === undefined ? limits : { ...limits, timeoutMs: deadline - clock.now() },
        );
      } catch (error) {
        const delay = delayFor(error, failures);
        if (delay === undefined || clock.now() + delay >= deadline) throw error;
        await clock.sleep(delay, signal);
      }
    }
  };
}

import type { CallOptions } from "../../service/call-context.ts";
import { isCallError } from "../../service/call-error.ts";
import type { ClientInterceptor, Interceptor } from "../../service/transport.ts";
import type { RetryOptions } from "../contract/retry-options.ts";
import { checkAttempts, isTemporary, resolveBackoff } from "./backoff.ts";
import { openStream, readOpened } from "./open-stream.ts";
import { interceptAny, wrapTransport } from "./wrap-transport.ts";

/**
 * Retries idempotent calls (`Method.idempotent`) that fail with UNAVAILABLE, or with RESOURCE_EXHAUSTED and
 * a retry time. A retry waits for the time that the server names, unless that is beyond `maximumDelayMs`. The
 * `timeoutMs` of a call covers all of its tries; if no time is left, the call fails with the last error. Of a
 * stream only the opening is retried.
 */
export function withRetry(options: RetryOptions = {}): Interceptor & ClientInterceptor {
  const attempts = checkAttempts(options.attempts ?? 3);
  const backoff = resolveBackoff(options);
  const { clock } = backoff;

  const delayFor = (error: unknown, failures: number): number | undefined => {
    if (failures >= attempts || !isCallError(error) || !isTemporary(error)) return undefined;
    const wanted = error.retryAfterMs ?? 0;
    if (wanted > backoff.maximumDelayMs) return undefined;
    return Math.max(wanted, backoff.delayAfter(failures));
  };

  const repeat = async <T>(call: CallOptions, once: (call: CallOptions) => Promise<T>): Promise<T> => {
    const { timeoutMs, signal } = call;
    const deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + timeoutMs;
    for (let failures = 1; ; failures++) {
      try {
        return await once(timeoutMs === undefined ? call : { ...call, timeoutMs: deadline - clock.now() });
      } catch (error) {
        const delay = delayFor(error, failures);
        if (delay === undefined || clock.now() + delay >= deadline) throw error;
        await clock.sleep(delay, signal);
      }
    }
  };

  return interceptAny((inner) =>
    wrapTransport(inner, {
      unary(method, request, call) {
        if (method.idempotent !== true) return inner.unary(method, request, call);
        return repeat(call, (next) => inner.unary(method, request, next));
      },
      stream(method, request, call) {
        if (method.idempotent !== true) return inner.stream(method, request, call);
        return readLater(() => repeat(call, (next) => openStream(inner.stream(method, request, next))));
      },
    }),
  );
}

async function* readLater(
  open: () => ReturnType<typeof openStream>,
): AsyncGenerator<unknown, void, undefined> {
  yield* readOpened(await open());
}

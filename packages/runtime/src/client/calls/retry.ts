import type { ClientInterceptor, Interceptor } from "../../service/transport.ts";
import { wrapTransport } from "../../service/wrap-transport.ts";
import type { RetryOptions } from "../contract/retry-options.ts";
import { interceptAny } from "./change-calls.ts";
import { openStream, readOpened } from "./open-stream.ts";
import { createRepeat } from "./repeat.ts";

/**
 * Retries idempotent calls (`Method.idempotent`) that fail with UNAVAILABLE, or with RESOURCE_EXHAUSTED and
 * a retry time. A retry waits for the time that the server names, unless that is beyond `maximumDelayMs`. The
 * `timeoutMs` of a call covers all of its tries; if no time is left, the call fails with the last error. Of a
 * stream only the opening is retried.
 */
export function withRetry(options: RetryOptions = {}): Interceptor & ClientInterceptor {
  const repeat = createRepeat(options);
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

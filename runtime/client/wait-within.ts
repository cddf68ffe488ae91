import type { CallOptions } from "../service/call-context.ts";
import { CallError } from "../service/call-error.ts";

/** Waits for something that a call needs, no longer than the call may take: rejects with CANCELLED or DEADLINE_EXCEEDED. */
export async function waitWithin<T>(
  work: Promise<T>,
  { signal, timeoutMs }: Pick<CallOptions, "signal" | "timeoutMs">,
): Promise<T> {
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void =>
      reject(new CallError("CANCELLED", "the caller ended the call", { cause: signal?.reason }));
    const onTime = (): void =>
      reject(new CallError("DEADLINE_EXCEEDED", `no credentials within ${timeoutMs ?? 0} ms`));
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTime, timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    if (signal?.aborted === true) onAbort();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stop?.();
  }
}

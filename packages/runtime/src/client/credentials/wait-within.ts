import { onAbort } from "../../core/on-abort.ts";
import { startTimer } from "../../core/time.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { clientError } from "../../service/call-error.ts";

/** Awaits something that a call needs, within its limits: rejects with CANCELLED or DEADLINE_EXCEEDED. */
export async function waitWithin<T>(
  work: Promise<T>,
  { signal, timeoutMs }: Pick<CallOptions, "signal" | "timeoutMs">,
): Promise<T> {
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const onCancel = (): void =>
      reject(clientError("CANCELLED", "the caller ended the call", { cause: signal?.reason }));
    const onTime = (): void =>
      reject(clientError("DEADLINE_EXCEEDED", `no credentials within ${timeoutMs ?? 0} ms`));
    const stopTimer = timeoutMs === undefined ? undefined : startTimer(timeoutMs, onTime);
    const stopListening = signal === undefined ? undefined : onAbort(signal, onCancel);
    stop = () => {
      stopTimer?.();
      stopListening?.();
    };
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stop?.();
  }
}

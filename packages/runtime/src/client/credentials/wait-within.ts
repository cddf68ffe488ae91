import { linkSignals, onAbort } from "../../core/on-abort.ts";
import { startTimer } from "../../core/time.ts";
import type { CallOptions } from "../../service/call-context.ts";
import { type CallError, clientError } from "../../service/call-error.ts";

/**
 * Awaits something that a call needs, within its limits: rejects with CANCELLED or DEADLINE_EXCEEDED, and
 * then the signal that `begin` has got is aborted.
 */
export async function waitWithin<T>(
  begin: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMs }: Pick<CallOptions, "signal" | "timeoutMs">,
): Promise<T> {
  const { controller, release } = linkSignals(signal);
  let late: CallError | undefined;
  const onTime = (): void => {
    late = clientError("DEADLINE_EXCEEDED", `no credentials within ${timeoutMs ?? 0} ms`);
    controller.abort(late);
  };
  const stopTimer = timeoutMs === undefined ? undefined : startTimer(timeoutMs, onTime);
  let stopListening: (() => void) | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const cancelled = (): CallError =>
      clientError("CANCELLED", "the caller ended the call", { cause: signal?.reason });
    stopListening = onAbort(controller.signal, () => reject(late ?? cancelled()));
  });
  try {
    return await Promise.race([begin(controller.signal), over]);
  } finally {
    stopTimer?.();
    stopListening?.();
    release();
  }
}

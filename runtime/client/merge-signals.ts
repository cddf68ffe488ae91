import { onAbort } from "../core/on-abort.ts";

/** A signal that is aborted with the first of two, and how to let go of them. */
export interface MergedSignal {
  readonly signal: AbortSignal;
  /** Must be called when the call is over: the signals may live much longer. */
  release(): void;
}

/**
 * Puts signals together, or makes one that follows the first. AbortSignal.any is not everywhere, and never
 * lets go of a signal that lives on.
 */
export function mergeSignals(first: AbortSignal, second: AbortSignal | undefined): MergedSignal {
  const controller = new AbortController();
  const stopFirst = onAbort(first, () => controller.abort(first.reason));
  const stopSecond =
    second === undefined ? undefined : onAbort(second, () => controller.abort(second.reason));
  return {
    signal: controller.signal,
    release() {
      stopFirst();
      stopSecond?.();
    },
  };
}

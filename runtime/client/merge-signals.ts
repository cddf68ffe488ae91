/** A signal that is aborted with the first of two, and how to let go of them. */
export interface MergedSignal {
  readonly signal: AbortSignal;
  /** Must be called when the call is over: the signals may live much longer. */
  release(): void;
}

/** Puts two signals together. AbortSignal.any is not everywhere, and never lets go of a signal that lives on. */
export function mergeSignals(first: AbortSignal, second: AbortSignal): MergedSignal {
  const controller = new AbortController();
  const onFirst = (): void => controller.abort(first.reason);
  const onSecond = (): void => controller.abort(second.reason);
  if (first.aborted) onFirst();
  else if (second.aborted) onSecond();
  first.addEventListener("abort", onFirst, { once: true });
  second.addEventListener("abort", onSecond, { once: true });
  return {
    signal: controller.signal,
    release() {
      first.removeEventListener("abort", onFirst);
      second.removeEventListener("abort", onSecond);
    },
  };
}

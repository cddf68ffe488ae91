const listenersOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs `listener` when a signal is aborted, at once if it already is; returns a function that removes it.
 * Each signal gets a single event listener, since Node warns of more than ten, and one signal may serve every
 * call of a client.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const listeners = listenersOf.get(signal) ?? new Set();
  if (listeners.size === 0) {
    listenersOf.set(signal, listeners);
    signal.addEventListener("abort", runListeners, { once: true });
  }
  // The same function may be registered twice.
  const entry = (): void => listener();
  listeners.add(entry);
  return () => {
    if (!listeners.delete(entry) || listeners.size > 0) return;
    signal.removeEventListener("abort", runListeners);
    listenersOf.delete(signal);
  };
}

function runListeners({ target }: Event): void {
  // Listeners that are removed during this loop are not called.
  for (const listener of listenersOf.get(target as AbortSignal) ?? []) listener();
}

/** A controller that follows other signals, and a function that lets go of them. */
export interface LinkedController {
  readonly controller: AbortController;
  /** Call it when the controller is no longer needed: the other signals may live much longer. */
  release(): void;
}

/**
 * Makes a controller that is aborted with the first of some signals. AbortSignal.any is not available
 * everywhere, and cannot let go of a signal.
 */
export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): LinkedController {
  const controller = new AbortController();
  const stops = signals.map((signal) => signal && onAbort(signal, () => controller.abort(signal.reason)));
  return {
    controller,
    release() {
      for (const stop of stops) stop?.();
    },
  };
}

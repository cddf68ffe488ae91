/** The one listener of a signal, and what it calls. */
interface Waiting {
  readonly listeners: Set<() => void>;
  readonly notify: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

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
  const { listeners, notify } = waitingFor.get(signal) ?? listen(signal);
  // The same function may be registered twice.
  const entry = (): void => listener();
  listeners.add(entry);
  return () => {
    if (!listeners.delete(entry) || listeners.size > 0) return;
    signal.removeEventListener("abort", notify);
    waitingFor.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    waitingFor.delete(signal);
    // Listeners that are removed during this loop are not called.
    for (const listener of listeners) listener();
  };
  const waiting = { listeners, notify };
  signal.addEventListener("abort", notify, { once: true });
  waitingFor.set(signal, waiting);
  return waiting;
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

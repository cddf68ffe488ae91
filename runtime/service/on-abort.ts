/** Who waits for a signal, and its one listener. */
interface Waiting {
  readonly listeners: Set<() => void>;
  readonly tell: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Runs `listener` when a signal is aborted, at once if it has been; returns what stops it. However many
 * wait for a signal, it has one listener: Node warns of more than ten, and a signal may be that of every
 * call of a client.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  const { listeners, tell } = waitingFor.get(signal) ?? listen(signal);
  // The same function may wait twice.
  const own = (): void => listener();
  listeners.add(own);
  return () => {
    if (!listeners.delete(own) || listeners.size > 0) return;
    signal.removeEventListener("abort", tell);
    waitingFor.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    waitingFor.delete(signal);
    // Those that stop now need not be told.
    for (const listener of listeners) listener();
  };
  const waiting = { listeners, tell };
  signal.addEventListener("abort", tell, { once: true });
  waitingFor.set(signal, waiting);
  return waiting;
}

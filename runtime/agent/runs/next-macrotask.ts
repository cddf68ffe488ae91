interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

let pending: Promise<void> | undefined;

/**
 * Resolves when the event loop has had a turn: an author whose events come one after another without
 * waiting for anything would keep sockets and timers from being served. All who wait share one turn.
 */
export function nextMacrotask(): Promise<void> {
  pending ??= new Promise((resolve) => {
    const run = (): void => {
      pending = undefined;
      resolve();
    };
    // Where it is there, it costs a fraction of a timer.
    const { setImmediate } = globalThis as Immediate;
    if (setImmediate === undefined) setTimeout(run, 0);
    else setImmediate(run);
  });
  return pending;
}

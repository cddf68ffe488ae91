interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

let pending: Promise<void> | undefined;

/** Resolves in a later macrotask, after sockets and timers had their turn. All waits share one macrotask. */
export function nextMacrotask(): Promise<void> {
  pending ??= new Promise((resolve) => {
    const run = (): void => {
      pending = undefined;
      resolve();
    };
    // Where it exists, it costs a fraction of a timer.
    const { setImmediate } = globalThis as Immediate;
    if (setImmediate === undefined) setTimeout(run, 0);
    else setImmediate(run);
  });
  return pending;
}

interface Immediate {
  readonly setImmediate?: (run: () => void) => unknown;
}

// Tests replace the global one by one that waits for their clock.
const { setImmediate } = globalThis as Immediate;

let pending: Promise<void> | undefined;

/** Resolves in a later macrotask, after sockets and timers had their turn. All waits share one macrotask. */
export function nextMacrotask(): Promise<void> {
  pending ??= new Promise((resolve) => {
    const run = (): void => {
      pending = undefined;
      resolve();
    };
    // Where it exists, it costs a fraction of a timer.
    if (setImmediate === undefined) setTimeout(run, 0);
    else setImmediate(run);
  });
  return pending;
}

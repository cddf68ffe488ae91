/** Signals that wait while something must not end half-way. */
export interface HeldSignals {
  /** Throws when one has come. */
  throwIfInterrupted(): void;
  /** Lets them through again: one that has come ends the program as it would have. */
  release(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Keeps signals from ending the program until `release`. */
export function holdSignals(): HeldSignals {
  let received: NodeJS.Signals | undefined;
  const listener = (signal: NodeJS.Signals): void => {
    received ??= signal;
  };
  for (const signal of signals) process.on(signal, listener);
  return {
    throwIfInterrupted() {
      if (received !== undefined) throw new Error(`interrupted by ${received}; nothing was written`);
    },
    release() {
      for (const signal of signals) process.off(signal, listener);
      if (received !== undefined) process.kill(process.pid, received);
    },
  };
}

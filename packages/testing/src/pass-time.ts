// Fake timers replace the global one later.
const { setImmediate } = globalThis;

/** Turns of the event loop in which agents and clients in one process do what they can do without a timer. */
const turnsToSettle = 20;

export interface PassTimeOptions {
  /** Milliseconds by which the clock moves at a time: timers are late by less than that. Default: 100. */
  readonly stepMs?: number;
}

/**
 * Lets virtual time pass: moves the clock of fake timers by `ms` in steps, and between them lets streams,
 * calls and agents in this process go on. `tick` moves the clock: `vi.advanceTimersByTime`, or
 * `tick` of the timers of node:test.
 */
export async function passTime(
  tick: (ms: number) => unknown,
  ms: number,
  { stepMs = 100 }: PassTimeOptions = {},
): Promise<void> {
  for (const [name, value] of Object.entries({ ms, stepMs })) {
    if (Number.isFinite(value) && value > 0) continue;
    throw new RangeError(`${name}: expected milliseconds above 0, found ${value}`);
  }
  await settle();
  for (let left = ms; left > 0; left -= stepMs) {
    tick(Math.min(stepMs, left));
    await nextTurn();
  }
  await settle();
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < turnsToSettle; turn++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { onAbort } from "./on-abort.ts";

/** Milliseconds that a timer can wait; with more it would fire at once. */
export const longestTimer: number = 2 ** 31 - 1;

export interface TimerOptions {
  /** Lets a Node process end while the timer runs. */
  readonly unref?: boolean;
}

/** Runs `expire` after `ms` milliseconds, at most `longestTimer`; returns a function that stops it. */
export function startTimer(ms: number, expire: () => void, options: TimerOptions = {}): () => void {
  const timer = setTimeout(expire, Math.min(ms, longestTimer));
  if (options.unref === true) unref(timer);
  return () => clearTimeout(timer);
}

/** Lets a Node process end while a timer runs; timers of other hosts are numbers. */
export function unref(timer: unknown): void {
  if (typeof timer === "object" && timer !== null) (timer as { unref?(): unknown }).unref?.();
}

export interface SleepOptions extends TimerOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
export function sleep(ms: number, { signal, ...options }: SleepOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      stopTimer();
      stopListening?.();
      resolve();
    };
    const stopTimer = startTimer(ms, end, options);
    const stopListening = signal && onAbort(signal, end);
  });
}

export interface BackoffRules {
  /** Milliseconds before the second attempt, doubled before each further one. */
  readonly initialDelayMs: number;
  /** Milliseconds that no delay exceeds. */
  readonly maximumDelayMs: number;
}

/** Milliseconds to wait after so many failures in a row, from 1, before any jitter. */
export function exponentialDelay(failures: number, { initialDelayMs, maximumDelayMs }: BackoffRules): number {
  return Math.min(maximumDelayMs, initialDelayMs * 2 ** (failures - 1));
}

/** Settles as the work does; rejects with the signal's reason if that is aborted first. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stopListening = onAbort(signal, () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stopListening?.();
  }
}

/** Resolves when the work is done, or after `ms` milliseconds; rejects if the work does so before. */
export async function settledWithin(
  work: Promise<unknown>,
  ms: number,
  options?: TimerOptions,
): Promise<void> {
  let stopTimer: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    stopTimer = startTimer(ms, resolve, options);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    stopTimer?.();
  }
}

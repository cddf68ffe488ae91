/** Milliseconds that a timer can wait: with more it does not wait at all. */
export const longestTimer = 2 ** 31 - 1;

/** Resolves after so many milliseconds, or at once when the signal is aborted. A process may end meanwhile. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, longestTimer));
    timer.unref();
    signal.addEventListener("abort", end, { once: true });
  });
}

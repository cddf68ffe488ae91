/** The longest time that a timer can wait; longer ones would fire at once. */
const maximumMs = 2 ** 31 - 1;

/** Runs `expire` after `ms` milliseconds, however many they are; returns what stops it. */
export function startTimer(ms: number, expire: () => void): () => void {
  if (ms > maximumMs) return () => undefined;
  const timer = setTimeout(expire, ms);
  return () => clearTimeout(timer);
}

import { longestTimer } from "../core/time.ts";

/** Runs `expire` after `ms` milliseconds, however many they are; returns what stops it. */
export function startTimer(ms: number, expire: () => void): () => void {
  if (ms > longestTimer) return () => undefined;
  const timer = setTimeout(expire, ms);
  return () => clearTimeout(timer);
}

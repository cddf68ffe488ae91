import { unref } from "../core/time.ts";

/** How often bodies on their way are looked at, in milliseconds. */
const period = 50;

interface Waiting {
  readonly expires: number;
  readonly expire: () => void;
}

const waiting = new Set<Waiting>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Runs `expire` when `ms` milliseconds are over, give or take a period; returns what stops it. One
 * timer serves all bodies: one for each would cost more than reading most of them.
 */
export function watchBody(ms: number, expire: () => void): () => void {
  const entry: Waiting = { expires: performance.now() + ms, expire };
  waiting.add(entry);
  if (timer === undefined) {
    timer = setInterval(sweep, period);
    unref(timer);
  }
  return () => {
    waiting.delete(entry);
  };
}

function sweep(): void {
  if (waiting.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const now = performance.now();
  for (const entry of waiting) {
    if (now < entry.expires) continue;
    waiting.delete(entry);
    entry.expire();
  }
}

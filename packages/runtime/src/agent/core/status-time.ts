// No time yet: clocks of tests begin at 0.
let latest = Number.NaN;
let text = "";

/** The current time for a status: RFC 3339 with milliseconds, and never before `least`. */
export function statusTime(least = ""): string {
  const now = Date.now();
  if (now !== latest) {
    latest = now;
    text = new Date(now).toISOString();
  }
  return text < least ? least : text;
}

let latestBefore = Number.NaN;
let textBefore = "";

/** The time `ms` milliseconds ago, but not before 1970. */
export function timeBefore(ms: number): string {
  const before = Math.max(0, Date.now() - ms);
  if (before !== latestBefore) {
    latestBefore = before;
    textBefore = new Date(before).toISOString();
  }
  return textBefore;
}

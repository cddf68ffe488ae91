/**
 * A key that orders RFC 3339 times in UTC by code units, whatever the number of their fraction digits: the
 * time without trailing zeros and `Z`. Without a time it is empty, which is less than every other key.
 */
export function taskTimeKey(time: string | undefined): string {
  if (time === undefined) return "";
  // Statuses of the same millisecond share their time and its key.
  if (time === latest) return latestKey;
  latestKey = toKey(time);
  latest = time;
  return latestKey;
}

let latest = "";
let latestKey = "";

function toKey(time: string): string {
  const end = time.endsWith("Z") ? time.length - 1 : time.length;
  if (time.charCodeAt(dateTimeLength) !== dot) return time.slice(0, end);
  let last = end;
  while (time.charCodeAt(last - 1) === zero) last--;
  if (last === dateTimeLength + 1) last--;
  return time.slice(0, last);
}

/** Length of "2026-01-01T00:00:00". */
const dateTimeLength = 19;
const dot = 46;
const zero = 48;

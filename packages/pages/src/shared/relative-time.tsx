import type { JSX } from "preact";

const steps = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [7, "day"],
] as const;

const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });

/** "2 min ago", and after a week the date. */
export function sayAge(at: number, now: number): string {
  let age = (at - now) / 1000;
  if (age > -5) return "now";
  for (const [size, unit] of steps) {
    if (-age < size) return format.format(Math.round(age), unit);
    age /= size;
  }
  return new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** How long ago something was; the exact time when it is pointed at. */
export function RelativeTime({ at }: { readonly at: number }): JSX.Element {
  const date = new Date(at);
  return (
    <time class="faint" dateTime={date.toISOString()} title={date.toLocaleString()}>
      {sayAge(at, Date.now())}
    </time>
  );
}

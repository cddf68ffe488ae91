/** What a clock that only goes forward counts from, in milliseconds since 1970. */
let origin = performance.timeOrigin;

/** Beyond it the clock of the machine was set, or the machine has slept. */
const driftMs = 2;

/** The time to a microsecond, as records have it: what happens later has a later one. */
export function exactTime(): string {
  const [wall, steady] = [Date.now(), performance.now()];
  if (Math.abs(origin + steady - wall) > driftMs) origin = wall - steady;
  const ms = origin + steady;
  const micros = Math.floor((ms % 1) * 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}

/** The milliseconds since 1970 of the time of a record. */
export function readExactTime(text: string): number {
  const [fraction = ""] = /\.\d+/.exec(text) ?? [];
  return Date.parse(text.replace(fraction, "")) + Number(`0${fraction}`) * 1000;
}

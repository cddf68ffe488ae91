/** Shifts the wall clock of this process; returns a function by which it jumps to another shift. */
export function shiftClock(milliseconds: number): (milliseconds: number) => void {
  const { now } = Date;
  let shift = milliseconds;
  const shifted = (): number => now() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [shifted()] : values, newTarget) as Date,
    get: (target, name) => (name === "now" ? shifted : (Reflect.get(target, name) as unknown)),
  });
  return (next) => {
    shift = next;
  };
}

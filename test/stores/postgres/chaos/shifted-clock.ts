/** Shifts the clock of this process. */
export function shiftClock(milliseconds: number): void {
  const { now } = Date;
  const shifted = (): number => now() + milliseconds;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [shifted()] : values, newTarget) as Date,
    get: (target, name) => (name === "now" ? shifted : (Reflect.get(target, name) as unknown)),
  });
}

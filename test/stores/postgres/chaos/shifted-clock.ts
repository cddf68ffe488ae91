// Shifts the clock of this process by CLOCK_SHIFT_MS. Import it before everything else.
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"] ?? 0);
const { now } = Date;
const shifted = (): number => now() + shiftMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [shifted()] : values, newTarget) as Date,
  get: (target, name) => (name === "now" ? shifted : (Reflect.get(target, name) as unknown)),
});

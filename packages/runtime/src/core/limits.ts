export interface LimitRules<Limits extends object> {
  readonly defaults: Limits;
  /** The limits that may be 0. */
  readonly mayBeZero?: readonly (keyof Limits)[];
}

/**
 * The defaults with some limits set; throws a RangeError for an unknown limit and for a number out of range.
 */
export function fillLimits<Limits extends object>(
  given: Partial<Limits>,
  { defaults, mayBeZero = [] }: LimitRules<Limits>,
): Limits {
  for (const [name, value] of Object.entries<unknown>({ ...given })) {
    if (!Object.hasOwn(defaults, name)) {
      throw new RangeError(`limits.${name}: there is no such limit; use ${Object.keys(defaults).join(", ")}`);
    }
    const isZero = value === 0 && mayBeZero.some((zero) => zero === name);
    if (typeof value !== "number" || !(value > 0 || isZero)) {
      throw new RangeError(`limits.${name}: expected a number above 0, found ${String(value)}`);
    }
  }
  return { ...defaults, ...given };
}

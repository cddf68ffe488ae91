import type { Dialect } from "./detection.ts";
import { costOf, costOfMiss, type Fit, type Found, type Miss } from "./rank-fits.ts";

/**
 * Leaves out a version that adds to an older one, as 1.1 does to 1.0, where the older one says as much: a
 * value is of the newer one if it has something that the older one lacks.
 */
export function withoutAdditions(found: Found, dialects: readonly Dialect[]): Found {
  const bases = new Map(dialects.map((dialect) => [dialect.name, basesOf(dialect, dialects)]));
  const ofBase = (name: string, other: string): boolean => bases.get(name)?.has(other) === true;
  const fits = found.fits.filter(
    (fit) =>
      !found.fits.some((other) =>
        ofBase(fit.finding.dialect, other.finding.dialect)
          ? isSame(fit.finding, other.finding) && saysAsMuch(other, fit)
          : ofBase(other.finding.dialect, fit.finding.dialect) &&
            isSame(fit.finding, other.finding) &&
            isNamedInstead(other, fit),
      ),
  );
  const misses = found.misses.filter(
    (miss) =>
      !found.misses.some(
        (other) =>
          // Types that are only in the newer version count like those of the older one.
          ofBase(miss.miss.dialect, other.miss.dialect) &&
          isAlike(miss.miss, other.miss) &&
          costOfMiss(other) <= costOfMiss(miss),
      ),
  );
  return { ...found, fits, misses };
}

/** The older versions with the same service: a newer one of one proto package only adds. */
function basesOf({ service, name }: Dialect, dialects: readonly Dialect[]): ReadonlySet<string> {
  const older = dialects.slice(
    0,
    dialects.findIndex((dialect) => dialect.name === name),
  );
  return new Set(
    older.flatMap((dialect) => (dialect.service.typeName === service.typeName ? dialect.name : [])),
  );
}

function isSame(one: Fit["finding"], other: Fit["finding"]): boolean {
  return isAlike(one, other) && one.typeName === other.typeName;
}

function isAlike(one: Fit["finding"] | Miss["miss"], other: Fit["finding"] | Miss["miss"]): boolean {
  return one.what === other.what && one.at.length === other.at.length;
}

function saysAsMuch(base: Fit, fit: Fit): boolean {
  return costOf(base) <= costOf(fit) && base.required >= fit.required && !isNamedInstead(fit, base);
}

/** Whether a card names a version, and not the older one. */
function isNamedInstead(fit: Fit, base: Fit): boolean {
  return fit.isNamed === true && base.isNamed !== true && costOf(fit) <= costOf(base);
}

import type SemVer from "semver/classes/semver.js";
import minVersion from "semver/ranges/min-version.js";
import validRange from "semver/ranges/valid.js";

/**
 * How the lowest version of a range changes: to the next major version (before 1.0.0 the next minor version,
 * which "^" excludes), up within the same major version, down, or not at all. Unknown for tags and URLs.
 */
export type RangeChange = "next-major" | "higher" | "lower" | "same" | "unknown";

export function compareRanges(before: unknown, after: unknown): RangeChange {
  const [old, now] = [lowestVersion(before), lowestVersion(after)];
  if (old === null || now === null) return before === after ? "same" : "unknown";
  const order = now.compare(old);
  if (order === 0) return "same";
  if (order < 0) return "lower";
  return now.major > old.major || (now.major === 0 && now.minor > old.minor) ? "next-major" : "higher";
}

const maximumLength = 256;

function lowestVersion(range: unknown): SemVer | null {
  if (typeof range !== "string" || range.length > maximumLength || validRange(range) === null) return null;
  return minVersion(range);
}

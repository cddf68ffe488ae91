import SemVer from "semver/classes/semver.js";
import parse from "semver/functions/parse.js";

export { SemVer };

/** Reads a version as package.json must have it: without "v" or spaces around it. */
export function parseVersion(value: unknown): SemVer | undefined {
  const version = typeof value === "string" && /^\d\S*$/.test(value) ? parse(value) : undefined;
  return version ?? undefined;
}

/**
 * Negative if version `a` is older than `b`. Prereleases are older than all releases: "2.0.0-rc.1" is not the
 * newest version while there is "1.0.0".
 */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [new SemVer(a), new SemVer(b)];
  return Number(left.prerelease.length === 0) - Number(right.prerelease.length === 0) || left.compare(right);
}

import { compareVersions, parseVersion } from "../pack/parse-version.ts";

/**
 * Less than 0 when version `a` is older than `b`. What is no release is older than every release: the place of
 * the newest version is not for "2.0.0-rc.1" while there is "1.0.0".
 */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) throw new Error(`expected versions; found ${a} and ${b}`);
  return Number(left.prerelease === "") - Number(right.prerelease === "") || compareVersions(left, right);
}

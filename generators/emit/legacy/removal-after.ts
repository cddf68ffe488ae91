import { compareVersions } from "../../naming/version-order.ts";

/**
 * The version in which a name that a version still has may go: the one that its life cycle gives it or,
 * once that has passed, the next that may take names away (1.4: from 1.0 on a major one).
 */
export function removalAfter(version: string | undefined, removal: string): string {
  if (version === undefined || compareVersions(removal, version) > 0) return removal;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

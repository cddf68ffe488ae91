/** A version of npm. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** What follows the hyphen, "rc.1"; empty for a release. */
  readonly prerelease: string;
}

/** Reads a version as Semantic Versioning 2.0.0 has it; undefined for anything else. */
export function parseVersion(value: unknown): Version | undefined {
  if (typeof value !== "string" || value.length > 256) return undefined;
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(
    value,
  );
  if (found === null) return undefined;
  const [, major, minor, patch, prerelease = ""] = found;
  if (prerelease.split(".").some((part) => part === "" && prerelease !== "")) return undefined;
  const numbers = { major: Number(major), minor: Number(minor), patch: Number(patch) };
  // Nor does npm take larger ones: they could not be told apart.
  if (!Object.values(numbers).every(Number.isSafeInteger)) return undefined;
  return { ...numbers, prerelease };
}

/** Less than 0 when `a` comes before `b`, 0 for the same precedence. */
export function compareVersions(a: Version, b: Version): number {
  return (
    a.major - b.major ||
    a.minor - b.minor ||
    a.patch - b.patch ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return 1;
  if (b === "") return -1;
  const left = a.split(".");
  const right = b.split(".");
  for (const [index, part] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    const isNumber = /^\d+$/.test(part);
    const isOtherNumber = /^\d+$/.test(other);
    if (isNumber && isOtherNumber) return Number(part) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return left.length - right.length;
}

export function formatVersion({ major, minor, patch, prerelease }: Version): string {
  return `${major}.${minor}.${patch}${prerelease === "" ? "" : `-${prerelease}`}`;
}

import { compareVersions, parseVersion, type Version } from "./parse-version.ts";

/**
 * How the lowest version that a range takes has moved: to the next major version (before 1.0.0: the next minor
 * one, which "^" leaves out), within the same, down, or not at all; unknown for what is no range of versions.
 */
export type RangeChange = "next-major" | "higher" | "lower" | "same" | "unknown";

export function compareRanges(before: unknown, after: unknown): RangeChange {
  const [old, now] = [lowestVersion(before), lowestVersion(after)];
  if (old === undefined || now === undefined) return before === after ? "same" : "unknown";
  const order = compareVersions(now, old);
  if (order === 0) return "same";
  if (order < 0) return "lower";
  return now.major > old.major || (now.major === 0 && now.minor > old.minor) ? "next-major" : "higher";
}

/** The lowest version that a range of npm takes, as far as it can be read; "*" takes 0.0.0. */
export function lowestVersion(range: unknown): Version | undefined {
  if (typeof range !== "string" || range.length > 256) return undefined;
  const lowest = range.split("||").map((part) => lowestOfPart(part.trim()));
  if (lowest.some((version) => version === undefined)) return undefined;
  return lowest.filter((version) => version !== undefined).sort(compareVersions)[0];
}

function lowestOfPart(part: string): Version | undefined {
  if (/^[*xX]?$/.test(part)) return zero;
  const comparators = part
    // "1.2 - 2.0" and ">= 1.2" are one with their spaces.
    .replace(/^(\S+)\s+-\s+\S+$/, ">=$1")
    .replace(/([<>=^~])\s+/g, "$1")
    .split(/\s+/);
  const versions = comparators.map((comparator) => {
    const [, operator = "", text = ""] = /^([<>]=?|[=^~]|)v?(.*)$/.exec(comparator) ?? [];
    return operator.startsWith("<") ? zero : complete(text);
  });
  if (versions.some((version) => version === undefined)) return undefined;
  return versions
    .filter((version) => version !== undefined)
    .sort(compareVersions)
    .at(-1);
}

const zero: Version = { major: 0, minor: 0, patch: 0, prerelease: "" };

/** "20", "20.19" and "20.x" as versions. */
function complete(text: string): Version | undefined {
  const found = /^(\d+)(?:\.(\d+|[*xX]))?(?:\.(\d+|[*xX]))?$/.exec(text);
  if (found === null) return parseVersion(text);
  const [major, minor, patch] = [found[1], found[2], found[3]].map((digits) => Number(digits ?? 0) || 0);
  return { major: major ?? 0, minor: minor ?? 0, patch: patch ?? 0, prerelease: "" };
}

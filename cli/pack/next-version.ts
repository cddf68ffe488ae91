import type { Finding, Step } from "./finding.ts";
import { compareVersions, formatVersion, type Version } from "./parse-version.ts";

/** The largest step that the differences ask for. */
export function stepOf(findings: readonly Finding[]): Step {
  for (const step of ["major", "minor"] as const) {
    if (findings.some((finding) => finding.step === step)) return step;
  }
  return "patch";
}

/**
 * The lowest version for a step. Before 1.0.0 the minor number is for what breaks, and the patch number for
 * all else, as the ranges of npm have it ("^0.1.0" takes 0.1.x only).
 */
export function nextVersion(before: Version, step: Step): Version {
  const { major, minor, patch, prerelease } = before;
  const release = (numbers: Omit<Version, "prerelease">): Version => ({ ...numbers, prerelease: "" });
  // What comes after a prerelease may be the release that it was for.
  const lowest = prerelease === "" ? 1 : 0;
  if (major === 0 && minor === 0) return release({ major, minor, patch: patch + lowest });
  const isBreaking = step === "major";
  if (major === 0) {
    if (!isBreaking) return release({ major, minor, patch: patch + lowest });
    return release({ major, minor: minor + (prerelease !== "" && patch === 0 ? 0 : 1), patch: 0 });
  }
  if (isBreaking) {
    return release({
      major: major + (prerelease !== "" && minor === 0 && patch === 0 ? 0 : 1),
      minor: 0,
      patch: 0,
    });
  }
  if (step === "minor")
    return release({ major, minor: minor + (prerelease !== "" && patch === 0 ? 0 : 1), patch: 0 });
  return release({ major, minor, patch: patch + lowest });
}

/** Why the step is not the one that has its name, in a clause; undefined where it is. */
export function explainStep({ major, minor }: Version, step: Step): string | undefined {
  if (major > 0 || step === "patch") return undefined;
  const what = step === "major" ? "what breaks users" : "what is new";
  if (minor === 0) return `before 0.1.0, ${what} raises the last number`;
  return `before 1.0.0, ${what} raises the ${step === "major" ? "second" : "last"} number`;
}

/** Why a version does not fit after another one; undefined when it does. */
export function checkVersion(
  version: Version,
  { before, step }: { before: Version; step: Step },
): string | undefined {
  const next = nextVersion(before, step);
  const order = compareVersions(version, before);
  if (order === 0)
    return `${formatVersion(version)} is published already; the next is ${formatVersion(next)}`;
  if (order < 0)
    return `${formatVersion(version)} comes before ${formatVersion(before)}; the next is ${formatVersion(next)}`;
  // A prerelease of the version that is due is one that fits.
  if (compareVersions({ ...version, prerelease: "" }, next) >= 0) return undefined;
  return `${formatVersion(version)} is too low for a ${step} change; expected ${formatVersion(next)} or higher`;
}

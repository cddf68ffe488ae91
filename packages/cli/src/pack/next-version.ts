import { SemVer } from "../package/version.ts";
import type { Finding, Step } from "./finding.ts";

/** The largest step that the differences ask for. */
export function stepOf(findings: readonly Finding[]): Step {
  for (const step of ["major", "minor"] as const) {
    if (findings.some((finding) => finding.step === step)) return step;
  }
  return "patch";
}

/**
 * The lowest version for a step. Before 1.0.0 a breaking change raises the minor number and any other the
 * patch number, as npm's ranges have it ("^0.1.0" takes 0.1.x only).
 */
export function nextVersion(before: SemVer, step: Step): SemVer {
  const initial = before.minor > 0 && step === "major" ? "minor" : "patch";
  return new SemVer(before.version).inc(before.major > 0 ? step : initial);
}

/** Why the step is not the one that has its name, in a clause; undefined where it is. */
export function explainStep(
  { major, minor }: Pick<SemVer, "major" | "minor">,
  step: Step,
): string | undefined {
  if (major > 0 || step === "patch") return undefined;
  const what = step === "major" ? "what breaks users" : "what is new";
  if (minor === 0) return `before 0.1.0, ${what} raises the last number`;
  return `before 1.0.0, ${what} raises the ${step === "major" ? "second" : "last"} number`;
}

/** Why a version does not fit after another one; undefined when it does. */
export function checkVersion(
  version: SemVer,
  { before, step }: { before: SemVer; step: Step },
): string | undefined {
  const next = nextVersion(before, step);
  const order = version.compare(before);
  if (order === 0) return `${version.version} is published already; the next is ${next.version}`;
  if (order < 0) return `${version.version} comes before ${before.version}; the next is ${next.version}`;
  // A prerelease of the version that is due is one that fits.
  if (version.compareMain(next) >= 0) return undefined;
  return `${version.version} is too low for a ${step} change; expected ${next.version} or higher`;
}

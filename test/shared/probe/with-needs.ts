import type { Check } from "../../../packages/probe/src/core/check.ts";

/** The identifiers of checks that are wanted, and of those that make what these need. */
export function withNeeds(
  checks: readonly Check[],
  isWanted: (check: Check) => boolean,
): ReadonlySet<string> {
  const wanted = new Set(checks.filter(isWanted));
  // Grows while it is walked.
  for (const { needs = [] } of wanted) {
    for (const check of checks) {
      if (check.makes?.some((each) => needs.includes(each)) === true) wanted.add(check);
    }
  }
  return new Set([...wanted].map(({ id }) => id));
}

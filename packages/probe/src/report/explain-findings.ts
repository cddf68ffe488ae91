import type { RequirementId } from "../core/requirements.ts";
import type { ReportedFinding } from "./report.ts";

/** Adds to findings of agents how to mend them, and why they matter. */
export async function explainFindings(
  findings: readonly ReportedFinding[],
): Promise<readonly ReportedFinding[]> {
  if (findings.length === 0) return findings;
  const { texts } = await import("../texts/all-texts.ts");
  return findings.map((finding) => {
    const [mend, why] = texts[finding.requirement as RequirementId];
    return { ...finding, ...(why === undefined ? {} : { why }), mend };
  });
}

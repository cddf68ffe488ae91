/** What reports of tests of an agent have in common. */
export interface CaseReport {
  /** The name of the agent. */
  readonly agent: string;
  readonly interfaces: readonly string[];
  readonly requirements: readonly ReportedCase[];
  readonly findings: readonly CaseFinding[];
}

/** What is required over an interface, and what came of it. */
export interface ReportedCase {
  readonly requirement: string;
  readonly interface: string;
  readonly verdict: "passed" | "failed" | "not-reached" | "not-applicable";
  readonly reason?: string;
}

export interface CaseFinding {
  readonly requirement: string;
  readonly interface: string;
  readonly level: string;
  readonly expected: string;
  readonly came: string;
  /** The command that sends the request again. */
  readonly command?: string;
  /** Other places with the same cause. */
  readonly more?: readonly { readonly check: string }[];
}

const shownChecks = 3;

/** The places of a finding, shortened: "and 540 more: requests.getTask/id: ..."; undefined for one. */
export function describeMore({ more = [] }: Pick<CaseFinding, "more">): string | undefined {
  if (more.length === 0) return undefined;
  const checks = [...new Set(more.map(({ check }) => check))];
  const shown = checks.slice(0, shownChecks).join(", ");
  return `and ${more.length} more: ${shown}${checks.length > shownChecks ? ", ..." : ""}`;
}

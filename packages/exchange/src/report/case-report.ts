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
  /** For whom it matters. */
  readonly why?: string;
  /** What to change. */
  readonly mend?: string;
  /** The check that found it. */
  readonly check?: string;
  /** Other places with the same cause. */
  readonly more?: readonly { readonly check: string; readonly came?: string }[];
}

const shownChecks = 3;
const shownPlaces = 10;
const shownCharacters = 100;

/**
 * The places of a finding, shortened: "and 540 more: requests.getTask/id: ..."; what came there, if one check
 * found them all. Undefined for one place.
 */
export function describeMore({
  check: own,
  more = [],
}: Pick<CaseFinding, "check" | "more">): string | undefined {
  if (more.length === 0) return undefined;
  const isOne = more.every(({ check, came }) => check === own && came !== undefined);
  const names = [...new Set(more.map(({ check, came = "" }) => (isOne ? shorten(came) : check)))];
  const limit = isOne ? shownPlaces : shownChecks;
  const shown = names.slice(0, limit).join(isOne ? "; " : ", ");
  return `and ${more.length} more: ${shown}${names.length > limit ? ", ..." : ""}`;
}

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

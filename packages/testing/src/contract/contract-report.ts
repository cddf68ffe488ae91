import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { CaseFinding, CaseReport } from "@a2agen/exchange/report/case-report.ts";

/** An answer that means something else than the recorded one. */
export interface ContractFinding extends CaseFinding {
  /** What differs: "event 2: artifactUpdate.artifact.parts[0].text", "header content-type". */
  readonly check: string;
  /** The request of this run, and its answer. */
  readonly exchange: Exchange;
}

/** What came of a contract: a case for each recorded request. */
export interface ContractReport extends CaseReport {
  readonly url: string;
  readonly findings: readonly ContractFinding[];
  /** How many requests were sent. */
  readonly requests: number;
}

const marks = { passed: "✓", failed: "✗", "not-reached": "-", "not-applicable": "-" } as const;

/**
 * The report for people: a line for each request, and below it what is wrong with the answer.
 *
 * @public
 */
export function formatContract({ agent, url, requirements, findings }: ContractReport): string {
  const kept = requirements.filter(({ verdict }) => verdict === "passed").length;
  const lines = requirements.flatMap(({ requirement, interface: place, verdict, reason }) => [
    `${marks[verdict]} ${requirement}  ${place}${reason === undefined ? "" : `: ${reason}`}`,
    ...findings
      .filter((each) => each.requirement === requirement)
      .map(({ expected, came }) => `    expected ${expected}; came ${came}`),
  ]);
  const count = `${kept} of ${requirements.length} answers mean the same`;
  return `${[`${agent === "" ? url : agent}: ${count}`, ...lines].join("\n")}\n`;
}

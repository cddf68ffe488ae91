import { describeMore } from "@a2agen/exchange/report/case-report.ts";
import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Level } from "../core/requirement.ts";
import type { Report, ReportedFinding } from "./report.ts";

/** The specification: its sections have no addresses that stay. */
const helpUri = "https://a2a-protocol.org/latest/specification/";

const severities = { MUST: "error", SHOULD: "warning", MAY: "note" } as const satisfies Record<
  Level,
  Result.level
>;

/** SARIF 2.1.0: a rule for each requirement, a result for each finding. */
export function formatSarif({ findings, url }: Report): string {
  const rules = new Map(findings.map((finding) => [finding.requirement, finding]));
  const ids = [...rules.keys()];
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "a2agen probe", rules: [...rules.values()].map(toRule) } },
        results: findings.map((finding) => ({
          ruleId: finding.requirement,
          ruleIndex: ids.indexOf(finding.requirement),
          level: severities[finding.level],
          message: { text: describe(finding) },
          locations: [{ physicalLocation: { artifactLocation: { uri: toReference(url) } } }],
          occurrenceCount: finding.count,
          ...(finding.more === undefined ? {} : { properties: { more: finding.more } }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function describe(finding: ReportedFinding): string {
  const { interface: where, expected, came, command } = finding;
  const lines = [`${where}: expected ${expected}; came ${came}`, command, describeMore(finding)];
  return lines.filter((line) => line !== undefined).join("\n");
}

/**
 * A path: GitHub refuses a log with a URI that has a scheme, and "localhost:4000" has one. A card can be in a
 * file, whose path may have what URIs have not; a client has no place.
 */
function toReference(url: string): string {
  if (url === "") return "client";
  const path = url.replace(/^https?:\/\//i, "");
  return path.replaceAll(/[^\x21-\x7e]|[":<>[\\\]^`{|}]/gu, encodeURIComponent);
}

function toRule({
  requirement,
  level,
  section,
  title,
  why,
  mend,
  tck = [],
}: ReportedFinding): ReportingDescriptor {
  return {
    id: requirement,
    shortDescription: { text: title },
    fullDescription: { text: [`${title}. A2A, section ${section}.`, why].join(" ").trimEnd() },
    defaultConfiguration: { level: severities[level] },
    ...(mend === undefined ? {} : { help: { text: mend }, helpUri }),
    ...(tck.length === 0 ? {} : { properties: { tck } }),
  };
}

import { describeMore } from "@a2agen/exchange/report/case-report.ts";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Style } from "@a2agen/terminal/style.ts";
import { wrap } from "@a2agen/terminal/wrap.ts";
import { sayVerdict } from "../report/format-html.ts";
import type { Place, Report, ReportedFinding } from "../report/report.ts";
import { allGroups, groupOf, scoreOf } from "../report/score.ts";

export interface ReportLayout {
  readonly style: Style;
  /** Whether to show every place of a finding, and all that was not reached. */
  readonly isWhole: boolean;
  /** Characters in a line; absent where lines are not to be broken. */
  readonly columns?: number | undefined;
}

/** The report for people: a line for each group of requirements, then the findings, the worst first. */
export function formatReport(report: Report, layout: ReportLayout): string {
  const { style } = layout;
  const { bold, dim, green, yellow } = style;
  const lines: string[] = [
    `${bold(safeLine(report.agent === "" ? report.url : report.agent))}  ${dim(safeLine(report.url))}`,
    dim(
      `${report.interfaces.join(", ") || "no interface"}; ${report.requests} requests, ${report.messages} messages`,
    ),
    ...report.others.map((other) => yellow(`left out: ${safeLine(other)}`)),
    "",
  ];
  for (const [group, title] of Object.entries(allGroups)) {
    const own = report.requirements.filter(({ requirement }) => groupOf(requirement) === group);
    const { passed, failed, left } = scoreOf(own);
    if (passed + failed + left === 0) continue;
    const parts = [
      green(`${passed} passed`),
      ...(failed === 0 ? [] : [style.red(`${failed} failed`)]),
      ...(left === 0 ? [] : [dim(`${left} not reached`)]),
    ];
    lines.push(`${title.padEnd(31)} ${parts.join(", ")}`);
  }
  const reasons = formatReasons(report, layout);
  lines.push(
    "",
    ...formatFindings(report.findings, layout),
    ...reasons,
    ...reasons.slice(0, 1).map(() => ""),
  );
  // Standard error has the problem.
  if (report.problem === undefined) {
    const [worst] = report.findings;
    const paint = worst === undefined ? green : worst.level === "MUST" ? style.red : yellow;
    lines.push(paint(safeLine(sayVerdict(report))));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function formatFindings(findings: readonly ReportedFinding[], layout: ReportLayout): readonly string[] {
  const { style, isWhole } = layout;
  const told = new Set<string>();
  return findings.flatMap((finding) => {
    // What is said of a requirement is said once.
    const { why: _, mend: __, ...rest } = finding;
    const shown = told.has(finding.requirement) ? rest : finding;
    told.add(finding.requirement);
    const more = describeMore(finding);
    const others = isWhole
      ? (finding.more ?? []).flatMap((place) => formatPlace(place, layout))
      : more === undefined
        ? []
        : [style.dim(`  ${safeLine(more, 1000)}`)];
    return [...formatFinding(shown, layout), ...others, ""];
  });
}

function formatFinding(finding: ReportedFinding, layout: ReportLayout): readonly string[] {
  const { bold, dim, red, yellow, cyan } = layout.style;
  const { level, requirement, title, section } = finding;
  const paint = level === "MUST" ? red : level === "SHOULD" ? yellow : cyan;
  return [
    `${paint(level)} ${bold(requirement)} ${dim(`${finding.interface}, section ${section}`)}`,
    `  ${title}.`,
    ...formatPlace(finding, layout),
  ];
}

function formatPlace(
  { expected, came, command, why, mend }: Place & Pick<ReportedFinding, "why" | "mend">,
  { style: { dim }, columns = Number.POSITIVE_INFINITY }: ReportLayout,
): readonly string[] {
  const rows = Object.entries({ expected, came, why, mend }).flatMap(([name, text]) => {
    const lines = text === undefined ? [] : wrap(safeLine(text), columns - rowIndent);
    return lines.map((line, at) => `  ${dim((at === 0 ? name : "").padEnd(rowIndent - 3))} ${line}`);
  });
  return [...rows, ...(command === undefined ? [] : [dim(`  ${safeLine(command, 2000)}`)])];
}

/** Characters before the text of a row. */
const rowIndent = 11;

/** Why requirements were not reached: one line for each reason, with the first of them. */
function formatReasons(
  { requirements }: Report,
  { style: { dim }, isWhole }: ReportLayout,
): readonly string[] {
  const reasons = new Map<string, Set<string>>();
  for (const { verdict, reason, requirement } of requirements) {
    if (verdict !== "not-reached" || reason === undefined) continue;
    const ids = reasons.get(reason) ?? new Set();
    reasons.set(reason, ids.add(requirement));
  }
  return [...reasons].map(([reason, ids]) => {
    const shown = [...ids].slice(0, isWhole ? ids.size : 3).join(", ");
    const more = isWhole || ids.size <= 3 ? "" : ` and ${ids.size - 3} more`;
    return dim(`not reached: ${safeLine(reason)} (${shown}${more})`);
  });
}

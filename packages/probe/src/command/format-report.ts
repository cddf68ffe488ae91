import { describeMore } from "@a2agen/exchange/report/case-report.ts";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Style } from "@a2agen/terminal/style.ts";
import type { Place, Report, ReportedFinding } from "../report/report.ts";
import { allGroups, groupOf, scoreOf } from "../report/score.ts";

/** The report for people: a line for each group of requirements, then the findings, the worst first. */
export function formatReport(
  report: Report,
  { style, isWhole }: { readonly style: Style; readonly isWhole: boolean },
): string {
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
  lines.push("", ...formatFindings(report.findings, { style, isWhole }), ...formatReasons(report, style));
  return `${lines.join("\n").trimEnd()}\n`;
}

function formatFindings(
  findings: readonly ReportedFinding[],
  { style, isWhole }: { readonly style: Style; readonly isWhole: boolean },
): readonly string[] {
  return findings.flatMap((finding) => {
    const more = describeMore(finding);
    const rest = isWhole
      ? (finding.more ?? []).flatMap((place) => formatPlace(place, style))
      : more === undefined
        ? []
        : [style.dim(`  ${safeLine(more, 400)}`)];
    return [...formatFinding(finding, style), ...rest, ""];
  });
}

function formatFinding(finding: ReportedFinding, style: Style): readonly string[] {
  const { bold, dim, red, yellow, cyan } = style;
  const { level, requirement, title, section } = finding;
  const paint = level === "MUST" ? red : level === "SHOULD" ? yellow : cyan;
  return [
    `${paint(level)} ${bold(requirement)} ${dim(`${finding.interface}, section ${section}`)}`,
    `  ${title}.`,
    ...formatPlace(finding, style),
  ];
}

function formatPlace({ expected, came, command }: Place, { dim }: Style): readonly string[] {
  return [
    `  expected ${safeLine(expected)}; came ${safeLine(came)}`,
    ...(command === undefined ? [] : [dim(`  ${safeLine(command, 2000)}`)]),
  ];
}

/** Why requirements were not reached: one line for each reason. */
function formatReasons({ requirements }: Report, { dim }: Style): readonly string[] {
  const reasons = new Map<string, Set<string>>();
  for (const { verdict, reason, requirement } of requirements) {
    if (verdict !== "not-reached" || reason === undefined) continue;
    const ids = reasons.get(reason) ?? new Set();
    reasons.set(reason, ids.add(requirement));
  }
  return [...reasons].map(([reason, ids]) =>
    dim(`not reached: ${safeLine(reason)} (${[...ids].join(", ")})`),
  );
}

import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Style } from "@a2agen/terminal/style.ts";
import type { Report, ReportedFinding } from "../report/report.ts";
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
  const lines: string[] = [];
  const shown = new Map<string, number>();
  const keyOf = (finding: ReportedFinding): string => `${finding.requirement} ${finding.interface}`;
  for (const finding of findings) {
    const key = keyOf(finding);
    const count = shown.get(key) ?? 0;
    shown.set(key, count + 1);
    if (count > 0 && !isWhole) continue;
    const more = isWhole ? 0 : findings.filter((other) => keyOf(other) === key).length - 1;
    lines.push(
      ...formatFinding(finding, style),
      ...(more === 0 ? [] : [style.dim(`  and ${more} more of this kind`)]),
      "",
    );
  }
  return lines;
}

function formatFinding(finding: ReportedFinding, { bold, dim, red, yellow, cyan }: Style): readonly string[] {
  const { level, requirement, title, section, expected, came, command } = finding;
  const paint = level === "MUST" ? red : level === "SHOULD" ? yellow : cyan;
  return [
    `${paint(level)} ${bold(requirement)} ${dim(`${finding.interface}, section ${section}`)}`,
    `  ${title}.`,
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

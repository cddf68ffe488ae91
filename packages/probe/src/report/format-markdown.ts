import { describeMore } from "@a2agen/exchange/report/case-report.ts";
import type { Report } from "./report.ts";
import { matrixOf, scoreOf } from "./score.ts";

/** Markdown for a README or a pull request: a badge, the scores, and each kind of finding once. */
export function formatMarkdown(report: Report): string {
  const { findings, agent, url, requirements, problem } = report;
  const { columns, rows } = matrixOf(report);
  const { passed, failed } = scoreOf(requirements);
  const musts = findings.filter(({ level }) => level === "MUST").length;
  const text = problem === undefined ? `${passed} of ${passed + failed}` : "not tested";
  const colour = musts > 0 || problem !== undefined ? "red" : failed > 0 ? "yellow" : "brightgreen";
  const badge = `![A2A: ${text}](https://img.shields.io/badge/A2A-${encodeURIComponent(text)}-${colour})`;
  const table = [
    `| | ${columns.map(cell).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...rows.map(({ title, scores }) => {
      const cells = scores.map((score) => {
        const all = score.passed + score.failed;
        return all === 0 ? (score.left === 0 ? "" : "not reached") : `${score.passed}/${all}`;
      });
      return `| ${title} | ${cells.join(" | ")} |`;
    }),
  ];
  const items = findings.map((finding) => {
    const { level, requirement, title, section, interface: where, expected, came, why, mend } = finding;
    const more = describeMore(finding);
    const others = more === undefined ? "" : ` (${cell(more)})`;
    return `- **${level}** \`${requirement}\` (${where}, section ${section}): ${cell(title)}. Expected ${cell(expected)}; came ${cell(came)}${others}.${why === undefined ? "" : ` ${cell(why)}`}${mend === undefined ? "" : `<br>To mend it: ${cell(mend)}`}`;
  });
  const told = problem === undefined ? [] : [cell(problem), ""];
  return [`## ${cell(agent || url)}`, "", ...told, badge, "", ...table, "", ...items]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

/** Text of others in one line of Markdown. */
export function cell(text: string): string {
  return text.replaceAll(/[\n\r]+/g, " ").replaceAll(/[\\`*_[\]<>|#!]/g, (character) => `\\${character}`);
}

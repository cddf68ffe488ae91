import { createHash } from "node:crypto";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { escapeMarkup } from "@a2agen/exchange/report/escape-markup.ts";
import { levels } from "../core/requirement.ts";
import type { Place, Report, ReportedFinding } from "./report.ts";
import { matrixOf, type Score, scoreOf } from "./score.ts";

/** One page that needs nothing else: scores as a matrix, findings that open to their exchange, a search. */
export function formatHtml(report: Report): string {
  const { agent, url, requirements, findings, others, requests, messages, problem } = report;
  const { passed, failed, left } = scoreOf(requirements);
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeMarkup(agent)}: A2A</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeMarkup(agent)}</h1>
<p class="quiet">${escapeMarkup(url)}</p>
<p><b class="good">${passed} passed</b>, <b class="${failed > 0 ? "bad" : "quiet"}">${failed} failed</b>${countLevels(findings)}<span class="quiet">, ${left} not reached; ${requests} requests, ${messages} messages</span></p>
${problem === undefined ? "" : `<p class="bad">${escapeMarkup(problem)}</p>`}
${others.map((other) => `<p class="quiet">Left out: ${escapeMarkup(other)}</p>`).join("\n")}
</header>
<main>
<h2>Scores</h2>
${formatMatrix(report)}
<h2>Findings <span class="quiet">${findings.reduce((sum, { count }) => sum + count, 0)}</span></h2>
<input type="search" placeholder="Search findings" aria-label="Search findings">
${kindsOf(findings).map(formatKind).join("\n")}
${findings.length === 0 ? "<p>None.</p>" : ""}
<h2>Not reached</h2>
${formatReasons(report)}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Requirements with findings, by level. */
function countLevels(findings: readonly ReportedFinding[]): string {
  const kinds = kindsOf(findings).flatMap(([first]) => first?.level ?? []);
  const counts = levels
    .map((level) => ({ level, count: kinds.filter((each) => each === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `<span class="${level}">${count} ${level}</span>`);
  return counts.length === 0 ? "" : ` (${counts.join(", ")})`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function formatMatrix(report: Report): string {
  const { columns, rows } = matrixOf(report);
  const head = columns.map((column) => `<th scope="col">${escapeMarkup(column)}</th>`).join("");
  const body = rows
    .map(({ title, scores }) => `<tr><th scope="row">${title}</th>${scores.map(formatScore).join("")}</tr>`)
    .join("\n");
  return `<div class="scroll"><table><thead><tr><td></td>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

function formatScore({ passed, failed, left }: Score): string {
  const all = passed + failed;
  if (all === 0) return left === 0 ? "<td></td>" : `<td class="left" title="${left} not reached">–</td>`;
  return `<td class="${failed > 0 ? "some" : "full"}">${passed}<span class="quiet">/${all}</span></td>`;
}

/** Findings of one requirement over one interface. */
function kindsOf(findings: readonly ReportedFinding[]): readonly (readonly ReportedFinding[])[] {
  const kinds = new Map<string, ReportedFinding[]>();
  for (const finding of findings) {
    const key = `${finding.requirement} ${finding.interface}`;
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  return [...kinds.values()];
}

function formatKind(findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  if (first === undefined) return "";
  const { level, requirement, title, section, interface: where } = first;
  const times = findings.reduce((sum, finding) => sum + finding.count, 0);
  const count = times === 1 ? "" : ` <span class="quiet">${times} times</span>`;
  return `<details class="kind"><summary><span class="level ${level}">${level}</span> <code>${requirement}</code> ${escapeMarkup(where)}${count}<br>${escapeMarkup(title)} <span class="quiet">section ${section}</span></summary>
${findings.map(formatFinding).join("\n")}
</details>`;
}

function formatFinding({ expected, came, command, exchange, more = [] }: ReportedFinding): string {
  const wire = exchange === undefined ? "" : formatExchange(exchange);
  const again = command === undefined ? "" : `<pre>${escapeMarkup(command)}</pre>`;
  return `<details class="finding"><summary>Expected ${escapeMarkup(expected)}; came ${escapeMarkup(came)}</summary>${again}${wire}${more.map(formatPlace).join("")}</details>`;
}

function formatPlace({ check, expected, came, command = "" }: Place): string {
  return `<p><code>${escapeMarkup(check)}</code> Expected ${escapeMarkup(expected)}; came ${escapeMarkup(came)}</p><pre>${escapeMarkup(command)}</pre>`;
}

function formatExchange({ request, answer, end }: Exchange): string {
  const headers = (list: typeof request.headers = []): string =>
    list.map(({ name, value = "" }) => `${name}: ${value}`).join("\n");
  const sent = [`${request.verb} ${request.url}`, headers(request.headers), "", textOf(request.body)];
  const frames = (answer?.frames ?? []).slice(0, shownFrames).map(({ bytes }) => textOf(bytes));
  const came =
    answer === undefined
      ? [end?.error ?? "no answer"]
      : [`HTTP ${answer.status}`, headers(answer.headers), "", ...frames, headers(answer.trailers)];
  return `<div class="wire"><pre>${escapeMarkup(sent.join("\n").trimEnd())}</pre><pre>${escapeMarkup(came.join("\n").trimEnd())}</pre></div>`;
}

const shownFrames = 20;

function textOf(bytes: Exchange["request"]["body"]): string {
  const text = bytes?.text ?? (bytes?.base64 === undefined ? "" : `base64 ${bytes.base64}`);
  return text.length > 4000 ? `${text.slice(0, 4000)}…` : text;
}

function formatReasons({ requirements }: Report): string {
  const reasons = new Map<string, string[]>();
  for (const { verdict, reason = "", requirement, interface: where } of requirements) {
    if (verdict === "not-reached")
      reasons.set(reason, [...(reasons.get(reason) ?? []), `${requirement} (${where})`]);
  }
  if (reasons.size === 0) return "<p>None.</p>";
  return `<ul>${[...reasons].map(([reason, ids]) => `<li>${escapeMarkup(reason)} <span class="quiet">${escapeMarkup(ids.join(", "))}</span></li>`).join("")}</ul>`;
}

const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e8eaed); --quiet: light-dark(#5f6670, #9aa2ad);
  --back: light-dark(#ffffff, #15181c); --line: light-dark(#dfe3e8, #2d333b); --panel: light-dark(#f6f7f9, #1d2126);
  --good: light-dark(#0f7b3f, #57c785); --bad: light-dark(#b3261e, #ff8f87); --warn: light-dark(#8a5a00, #e3b341); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; } header p { margin: .2rem 0; } header { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-weight: normal; } .good { color: var(--good); } .bad { color: var(--bad); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .35rem .8rem; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
th[scope=row] { text-align: left; font-weight: normal; } th[scope=col] { font-size: .85rem; }
td.full { color: var(--good); } td.some { color: var(--bad); font-weight: 600; } td.left { color: var(--quiet); }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem .7rem; margin-bottom: .8rem; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
details.kind { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; background: var(--panel); }
summary { cursor: pointer; padding: .5rem .8rem; overflow-wrap: anywhere; } details.finding { margin: 0 .8rem .5rem; border-top: 1px solid var(--line); }
.level { font-size: .75rem; font-weight: 700; padding: .1rem .4rem; border-radius: 4px; border: 1px solid currentColor; }
.MUST { color: var(--bad); } .SHOULD { color: var(--warn); } .MAY { color: var(--quiet); }
pre { background: var(--back); border: 1px solid var(--line); border-radius: 6px; padding: .6rem; margin: .4rem 0; overflow-x: auto; font-size: .82rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .6rem; }
@media (max-width: 40rem) { body { padding: 1rem; } th, td { padding: .35rem .15rem; font-size: .9rem; }
  th[scope] { white-space: normal; min-width: 2.2rem; } th[scope=col] { font-size: .62rem; vertical-align: bottom; }
  th[scope=row] { position: sticky; left: 0; min-width: 6.5rem; background: var(--back); line-height: 1.3; } }
`;

const script = `
const search = document.querySelector("input");
search.addEventListener("input", () => {
  const wanted = search.value.toLowerCase();
  for (const kind of document.querySelectorAll(".kind")) kind.hidden = !kind.textContent.toLowerCase().includes(wanted);
});
`;

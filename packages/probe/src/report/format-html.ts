import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { escapeMarkup } from "@a2agen/exchange/report/escape-markup.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { count } from "@a2agen/runtime/internal";
import { levels } from "../core/requirement.ts";
import { formatPage } from "./format-page.ts";
import { style } from "./page-style.ts";
import type { Place, Report, ReportedFinding } from "./report.ts";
import { matrixOf, type Score, scoreOf } from "./score.ts";

export interface HtmlInit {
  readonly date: Date;
  /** The page that leads to this one. */
  readonly home?: { readonly href: string; readonly title: string };
}

/** One page that needs nothing else: a verdict, scores, and findings that open to their exchange. */
export function formatHtml(report: Report, { date, home }: HtmlInit): string {
  const { agent, url, requirements, findings, others, requests, messages, problem } = report;
  const score = scoreOf(requirements);
  const kinds = kindsOf(findings);
  // Nothing was learnt but why.
  const isBare = problem !== undefined && findings.length === 0;
  const facts = [
    ["passed", score.passed],
    ["failed", score.failed],
    ["not reached", score.left],
    ["requests", requests],
    ["messages", messages],
  ] as const;
  const day = date.toISOString();
  const body = `<header>
<p class="quiet">${home === undefined ? "A2A conformance" : `<a href="${escapeMarkup(home.href)}">${escapeMarkup(home.title)}</a>`}</p>
<h1>${escapeMarkup(agent === "" ? url : agent)}</h1>
<p class="verdict ${score.failed > 0 || problem !== undefined ? "failed" : "passed"}">${escapeMarkup(sayVerdict(report))}</p>
<p class="quiet">${escapeMarkup(url)}<br>${escapeMarkup(report.interfaces.join(", "))}<br><time datetime="${day}">${day.slice(0, 16).replace("T", " ")} UTC</time>, a2agen ${version}</p>
${others.map((other) => `<p class="quiet">Left out: ${escapeMarkup(other)}</p>`).join("\n")}
${isBare ? "" : `<dl class="scores">${facts.map(([name, value]) => `<div class="${name.replace(" ", "-")}${value === 0 ? " none" : ""}"><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>`}
</header>
${
  isBare
    ? ""
    : `<main>
<h2 id="findings">Findings <span class="quiet">${kinds.length}</span></h2>
${findings.length === 0 ? "<p>None.</p>" : `<div class="filters" hidden><input type="search" placeholder="Search findings" aria-label="Search findings"><div role="group" aria-label="Levels">${["All", ...levels].map((level, at) => `<button type="button" aria-pressed="${at === 0}">${level}</button>`).join("")}</div></div>`}
${kinds.map(formatKind).join("\n")}
<h2>Scores</h2>
${formatMatrix(report)}
<h2>Not reached</h2>
${formatReasons(report)}
</main>`
}`;
  return formatPage({ title: `${agent}: A2A`, style, script, body });
}

/** What the report comes to, in one sentence. */
export function sayVerdict({ problem, requirements, findings, interfaces }: Report): string {
  if (problem !== undefined) return `Not tested: ${problem}`;
  const { passed, failed, left } = scoreOf(requirements);
  const over = ` over ${count(interfaces.length, "interface")}`;
  const rest = left === 0 ? "" : `; ${left} not reached`;
  if (failed === 0) return `Conforms: ${passed} of ${passed} requirements${over}${rest}.`;
  const kinds = kindsOf(findings).flatMap(([first]) => first?.level ?? []);
  const broken = levels
    .map((level) => [kinds.filter((each) => each === level).length, level] as const)
    .filter(([found]) => found > 0)
    .map(([found, level]) => `${found} ${level}`);
  return `Deviates: ${failed} of ${passed + failed} requirements (${broken.join(", ")})${over}${rest}.`;
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
  const { level, requirement, title, section, interface: where, tck = [], why = "", mend = "" } = first;
  const times = findings.reduce((sum, finding) => sum + finding.count, 0);
  const often = times === 1 ? "" : `, ${times} times`;
  return `<details class="kind" data-level="${level}"><summary><span class="level ${level}">${level}</span><span><b>${escapeMarkup(title)}</b><br><span class="quiet"><code>${requirement}</code> over ${escapeMarkup(where)}, section ${section}${tck.length === 0 ? "" : `, TCK ${tck.join(", ")}`}${often}</span></span></summary>
${mend === "" ? "" : `<p class="mend">${why === "" ? "" : `<span class="quiet">${escapeMarkup(why)}</span><br>`}${escapeMarkup(mend)}</p>`}
${findings.map(formatFinding).join("\n")}
</details>`;
}

function formatFinding({ expected, came, command, exchange, more = [] }: ReportedFinding): string {
  const wire = exchange === undefined ? "" : formatExchange(exchange);
  const again = command === undefined ? "" : `<p>To see it again:</p><pre>${escapeMarkup(command)}</pre>`;
  return `<div class="finding"><dl><dt>Came</dt><dd>${escapeMarkup(came)}</dd><dt>Expected</dt><dd>${escapeMarkup(expected)}</dd></dl>${again}${wire}${more.length === 0 ? "" : `<details><summary>${count(more.length, "more place")}</summary>${more.map(formatPlace).join("")}</details>`}</div>`;
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

const script = `
const filters = document.querySelector(".filters");
if (filters !== null) {
  filters.hidden = false;
  const search = filters.querySelector("input");
  const buttons = [...filters.querySelectorAll("button")];
  const show = () => {
    const wanted = search.value.toLowerCase();
    const level = buttons.find((button) => button.getAttribute("aria-pressed") === "true").textContent;
    for (const kind of document.querySelectorAll(".kind"))
      kind.hidden = !kind.textContent.toLowerCase().includes(wanted) || (level !== "All" && kind.dataset.level !== level);
  };
  search.addEventListener("input", show);
  for (const button of buttons)
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show();
    });
}
`;

import { escapeMarkup } from "@a2agen/exchange/report/escape-markup.ts";
import { count } from "@a2agen/runtime/internal";
import { type Level, levels } from "../core/requirement.ts";
import { formatPage } from "../report/format-page.ts";
import { style as pageStyle } from "../report/page-style.ts";
import type { AgentResult, FleetResult } from "./fleet-result.ts";
import { sayFleet, sayWorst } from "./format-fleet.ts";

/** The page with all agents, which can be read without its script: that sorts and filters. */
export function formatFleetHtml(result: FleetResult): string {
  const { title, tool, date, agents, comparedWith } = result;
  const regressions = agents.flatMap((agent) => agent.regressions);
  const since = comparedWith === undefined ? "" : ` since ${dayOf(comparedWith)}`;
  const verdict =
    comparedWith === undefined
      ? "The first run: nothing to compare with."
      : `${regressions.length === 0 ? "No regressions" : count(regressions.length, "regression")}${since}.`;
  const head = ["Agent", "Versions", "Bindings", ...levels, "Worst finding"];
  const body = `<header>
<p class="quiet">A2A conformance</p>
<h1>${escapeMarkup(title)}</h1>
<p class="verdict ${regressions.length > 0 ? "failed" : "passed"}">${escapeMarkup(verdict)}</p>
<p class="quiet">${escapeMarkup(sayFleet(result))}<br><time datetime="${escapeMarkup(date)}">${escapeMarkup(dayOf(date))} UTC</time>, ${escapeMarkup(tool)}</p>
</header>
<main>
${formatChanges("Regressions", agents, "regressions")}
${formatChanges("Mended", agents, "mended")}
<h2>Agents</h2>
<div class="filters" hidden><input type="search" placeholder="Filter agents" aria-label="Filter agents"></div>
<p class="quiet">Of each level: passed of those that were tried, and what was not reached.</p>
<div class="scroll"><table class="fleet"><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead><tbody>
${agents.map(formatRow).join("\n")}
</tbody></table></div>
</main>`;
  return formatPage({ title: `${title}: A2A`, style, script, body });
}

function formatRow(agent: AgentResult): string {
  const { name, group, slug, state, versions, bindings, report, worst } = agent;
  const link =
    report === undefined ? escapeMarkup(name) : `<a href="agents/${slug}.html">${escapeMarkup(name)}</a>`;
  const under = group === undefined ? "" : `<br><span class="quiet">${escapeMarkup(group)}</span>`;
  const level =
    state === "tested" && worst !== undefined
      ? `<span class="level ${worst.level}">${worst.level}</span> `
      : "";
  const said = sayWorst(agent).replace(level === "" ? "" : `${worst?.level} `, "");
  return `<tr class="${state}"><th scope="row">${link}${under}</th><td data-label="Versions">${escapeMarkup(versions.join(", "))}</td><td data-label="Bindings">${escapeMarkup(bindings.join(", "))}</td>${levels.map((each) => formatScore(agent, each)).join("")}<td data-label="Worst finding" class="worst">${level}${escapeMarkup(clip(said))}</td></tr>`;
}

function formatScore({ state, scores }: AgentResult, level: Level): string {
  const { passed, failed, left } = scores[level];
  // Rows without a score come last.
  if (state !== "tested") return `<td data-label="${level}" data-sort="1000000"></td>`;
  const rest = left === 0 ? "" : `<span class="left"> +${left}</span>`;
  return `<td data-label="${level}" data-sort="${failed}" class="${failed > 0 ? "some" : "full"}">${passed}<span class="quiet">/${passed + failed}</span>${rest}</td>`;
}

function formatChanges(
  title: string,
  agents: readonly AgentResult[],
  kind: "regressions" | "mended",
): string {
  const items = agents.flatMap(({ name, slug, [kind]: changes }) =>
    changes.map(
      ({ requirement, interface: where }) =>
        `<li><a href="agents/${slug}.html">${escapeMarkup(name)}</a>: <code>${escapeMarkup(requirement)}</code> <span class="quiet">${escapeMarkup(where)}</span></li>`,
    ),
  );
  return items.length === 0 ? "" : `<h2>${title}</h2>\n<ul>${items.join("")}</ul>`;
}

function dayOf(date: string): string {
  return date.slice(0, 16).replace("T", " ");
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

const style = `${pageStyle}
.fleet { width: 100%; } .fleet th, .fleet td { text-align: left; vertical-align: top; } .fleet th button { border: 0; padding: 0; min-height: 0; background: none; color: inherit; }
.fleet th[scope=row] { white-space: normal; min-width: 10rem; font-weight: 500; overflow-wrap: anywhere; } .fleet td.worst { white-space: normal; min-width: 16rem; overflow-wrap: anywhere; }
.fleet .not-run { color: var(--faint); } .fleet .not-tested .worst { color: var(--waiting); } .fleet .left { color: var(--faint); font-weight: 400; }
.fleet [aria-sort=ascending] button::after { content: " ↑"; } .fleet [aria-sort=descending] button::after { content: " ↓"; }
@media (max-width: 60rem) { .fleet, .fleet tbody, .fleet tr, .fleet th[scope=row], .fleet td { display: block; }
  .fleet thead:not(:has(button)) { display: none; } .fleet thead tr { display: flex; flex-wrap: wrap; gap: 0 var(--space-4); }
  .fleet tbody tr { border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--surface); padding: var(--space-3) var(--space-4); margin: var(--space-2) 0; }
  .fleet tr[hidden] { display: none; } .fleet tbody th, .fleet tbody td { border: 0; padding: var(--space-1) 0; background: none; position: static; white-space: normal; } .fleet td:empty { display: none; }
  .fleet td:not(.worst)::before { content: attr(data-label) " "; color: var(--secondary); font-weight: 400; } }
`;

const script = `
const table = document.querySelector(".fleet");
const filters = document.querySelector(".filters");
const rows = [...table.tBodies[0].rows];
filters.hidden = false;
filters.firstElementChild.addEventListener("input", ({ target }) => {
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(target.value.toLowerCase());
});
const heads = [...table.tHead.rows[0].cells];
for (const [at, head] of heads.entries()) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    const keyOf = ({ cells }) => cells[at].dataset.sort ?? cells[at].textContent.toLowerCase();
    const compare = (a, b) => (isNaN(a) || isNaN(b) ? (a < b ? -1 : Number(a > b)) : a - b);
    rows.sort((a, b) => compare(keyOf(a), keyOf(b)) * (direction === "ascending" ? 1 : -1));
    table.tBodies[0].append(...rows);
  });
}
`;

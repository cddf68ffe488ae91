import { createHash } from "node:crypto";
import tokens from "@a2agen/exchange/report/tokens.css?raw";
import { version } from "@a2agen/generators/model/version.ts";
import { count, escapeHtml } from "@a2agen/runtime/internal";
import { toSlug } from "@a2agen/terminal/to-slug.ts";
import { explain, type Page, type Row } from "./page.ts";

/** One file of HTML that needs nothing else, and no script: how much changed, then each change. */
export function toHtml(page: Page): string {
  const title = `From ${escapeHtml(page.older)} to ${escapeHtml(page.newer)}`;
  const { sections } = page;
  const rows = sections.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
  const breaking = (of: (row: Row) => string): number => rows.filter((row) => breaks(of(row))).length;
  const counts = [
    [rows.length, "changes"],
    [breaking(({ olderClient }) => olderClient), "break older clients"],
    [breaking(({ newerClient }) => newerClient), "break newer clients"],
    [breaking(({ code }) => code), "break code"],
  ] as const;
  const contents = sections.map((section) => {
    const size = section.groups.reduce((sum, group) => sum + group.rows.length, 0);
    const inside = section.groups.flatMap((group) =>
      group.title === undefined
        ? []
        : [`<li><a href="#${anchorOf(section.title, group.title)}">${escapeHtml(group.title)}</a></li>`],
    );
    const list = inside.length === 0 ? "" : `<ul>${inside.join("")}</ul>`;
    return `<li><a href="#${anchorOf(section.title)}">${escapeHtml(section.title)} <small>${size}</small></a>${list}</li>`;
  });
  const parts = sections.flatMap(({ title: heading, groups }) => [
    `<section id="${anchorOf(heading)}"><h2>${link(heading, anchorOf(heading))}</h2>`,
    ...groups.flatMap((group) => [
      group.title === undefined
        ? "<div>"
        : `<div class="group" id="${anchorOf(heading, group.title)}"><h3>${link(group.title, anchorOf(heading, group.title))}</h3>`,
      ...group.rows.map((row) => toRow(row, page)),
      "</div>",
    ]),
    "</section>",
  ]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${createHash("sha256").update(looks).digest("base64")}'">
<meta name="generator" content="a2agen ${version}">
<title>${title}</title>
<style>${looks}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="counts">${counts.map(([number, what]) => `<span><b>${number}</b> ${what}</span>`).join("\n")}</p>
${explain(page)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join("\n")}
<p><label><input type="checkbox" id="only"> Only what breaks</label></p>
</header>
<nav aria-label="Contents"><ul>
${contents.join("\n")}
</ul></nav>
<main>
${parts.length === 0 ? "<p>Nothing differs.</p>" : parts.join("\n")}
<footer>${count(rows.length, "change")}, found by a2agen ${version}.</footer>
</main>
</body>
</html>
`;
}

function breaks(text: string): boolean {
  return text.includes("breaks");
}

function anchorOf(...names: readonly string[]): string {
  return names.map((name) => toSlug(name) || "part").join(".");
}

function link(text: string, anchor: string): string {
  return `<a href="#${anchor}">${escapeHtml(text)}</a>`;
}

/** A line that opens to whom the change affects. */
function toRow({ names, texts, olderClient, newerClient, code, translated = "" }: Row, page: Page): string {
  const facts = [
    ["Older client", olderClient],
    ["Newer client", newerClient],
    ["Code", code],
    ...(page.hasTranslators && translated !== "" ? ([["Translated", translated]] as const) : []),
  ] as const;
  const broken = [olderClient, newerClient, code].some(breaks);
  const tag = broken ? ' <span class="tag">breaks</span>' : "";
  const shown = names.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ");
  return `<details class="${broken ? "broken" : "fits"}"><summary><b>${shown}</b> <span>${texts.map(escapeHtml).join("<br>")}</span>${tag}</summary><dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd${breaks(text) ? ' class="breaks"' : ""}>${escapeHtml(text)}</dd>`).join("")}</dl></details>`;
}

const looks = `${tokens}
* { box-sizing: border-box; }
html { scroll-padding-top: var(--space-4); }
body { font: var(--type-14) / 1.5 var(--sans); color: var(--text); background: var(--canvas); display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 0 var(--space-7); max-width: 76rem; margin: 0 auto; padding: var(--space-6) var(--space-5) var(--space-8); }
header { grid-column: 1 / -1; max-width: 46rem; } header p { color: var(--secondary); }
h1 { font-size: var(--type-26); letter-spacing: -.02em; margin: 0; } h2 { font-size: var(--type-20); margin: var(--space-6) 0 var(--space-2); } h3 { font-size: var(--type-14); margin: var(--space-5) 0 var(--space-1); }
:is(h2, h3, nav) a { color: inherit; text-decoration: none; } :is(h2, h3, nav) a:hover { text-decoration: underline; }
.counts { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-5); } .counts b { font-size: var(--type-26); font-weight: 600; color: var(--text); font-variant-numeric: tabular-nums; }
label { color: var(--text); cursor: pointer; } input { accent-color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
nav { position: sticky; top: 0; align-self: start; max-height: 100dvh; overflow-y: auto; padding: var(--space-5) 0; font-size: var(--type-13); overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 0; padding: 0; } nav ul ul { padding: 0 0 var(--space-2) var(--space-3); color: var(--secondary); } nav a { display: block; padding: 2px 0; } small { color: var(--faint); }
details { border-bottom: 1px solid var(--line); } summary { display: flex; gap: var(--space-1) var(--space-3); align-items: baseline; padding: var(--space-2) 0; cursor: pointer; overflow-wrap: anywhere; }
summary b { flex: 0 1 auto; min-width: 0; max-width: 40%; font-weight: 400; } summary span { color: var(--secondary); } code { font: var(--type-13) / 1.5 var(--mono); }
summary::before { content: "›"; color: var(--faint); } [open] > summary::before { rotate: 90deg; }
.tag.tag { flex: none; margin-left: auto; padding: 0 var(--space-2); border-radius: var(--radius-chip); font-size: var(--type-12); color: var(--failed); background: var(--failed-tint); }
dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: var(--space-1) var(--space-4); margin: 0 0 var(--space-3) var(--space-4); } dt { color: var(--secondary); } dd { margin: 0; } .breaks { color: var(--failed); font-weight: 600; }
body:has(#only:checked) :is(.fits, section:not(:has(.broken)), .group:not(:has(.broken))) { display: none; }
footer { margin-top: var(--space-7); color: var(--secondary); }
@media (max-width: 54rem) { body { display: block; padding: var(--space-4); } nav { position: static; max-height: none; } nav ul ul { display: none; } summary { flex-wrap: wrap; } summary b { max-width: none; } }
@media print { nav, label { display: none; } body { display: block; } }
`;

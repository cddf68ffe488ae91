import { escapeHtml } from "@a2agen/runtime/internal";
import { explain, type Page, type Row } from "./page.ts";

/** The page as one file of HTML that needs nothing else. */
export function toHtml(page: Page): string {
  const title = `From ${escapeHtml(page.older)} to ${escapeHtml(page.newer)}`;
  const parts = page.sections.flatMap(({ title: heading, groups }) => [
    `<h2>${escapeHtml(heading)}</h2>`,
    ...groups.flatMap((group) => [
      ...(group.title === undefined ? [] : [`<h3><code>${escapeHtml(group.title)}</code></h3>`]),
      "<table>",
      `<thead><tr>${headings(page)}</tr></thead>`,
      "<tbody>",
      ...group.rows.map((row) => toRow(row, page)),
      "</tbody>",
      "</table>",
    ]),
  ]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h2 { border-bottom: 1px solid #8888; margin-top: 3rem; padding-bottom: 0.3rem; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: 1rem 0 2rem; overflow-wrap: break-word; table-layout: fixed; width: 100%; }
th, td { border-top: 1px solid #8888; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
thead th { border: 0; color: light-dark(#555, #aaa); font-size: 0.85em; font-weight: 400; }
thead :first-child { width: 20%; }
thead :nth-child(n + 3) { width: 13%; }
thead :nth-child(n + 5) { width: 8%; }
.breaks { color: light-dark(#a40e26, #ff8a80); font-weight: 600; }
@media (max-width: 45rem) {
  h2 { border: 0; padding: 0; }
  thead { display: none; }
  tr, th, td { display: block; border: 0; padding: 0.1rem 0; }
  tr { border-top: 1px solid #8888; padding: 0.6rem 0; }
  td[data-of]:empty { display: none; }
  td[data-of]::before { color: light-dark(#555, #aaa); content: attr(data-of) ": "; font-weight: 400; }
}
</style>
<h1>${title}</h1>
${explain(page)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join("\n")}
${parts.length === 0 ? "<p>Nothing differs.</p>" : parts.join("\n")}
</html>
`;
}

const judged = ["Older client", "Newer client", "Code"] as const;

function headings({ hasTranslators }: Page): string {
  const names = ["Name", "Change", ...judged, ...(hasTranslators ? ["Translated"] : [])];
  return names.map((name) => `<th scope="col">${name}</th>`).join("");
}

function toRow(row: Row, { hasTranslators }: Page): string {
  const texts = row.texts.map(escapeHtml).join("<br>");
  const verdicts = [row.olderClient, row.newerClient, row.code];
  const cells = [
    `<td>${texts}</td>`,
    ...verdicts.map(
      (text, at) =>
        `<td data-of="${judged[at]}"${text.includes("breaks") ? ' class="breaks"' : ""}>${escapeHtml(text)}</td>`,
    ),
    ...(hasTranslators ? [`<td data-of="Translated">${escapeHtml(row.translated ?? "")}</td>`] : []),
  ];
  return `<tr><th scope="row">${row.names.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ")}</th>${cells.join("")}</tr>`;
}

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
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid #8888; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
.breaks { font-weight: 600; }
</style>
<h1>${title}</h1>
${explain(page)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join("\n")}
${parts.length === 0 ? "<p>Nothing differs.</p>" : parts.join("\n")}
</html>
`;
}

function headings({ hasTranslators }: Page): string {
  const names = [
    "",
    "Change",
    "Older client",
    "Newer client",
    "Code",
    ...(hasTranslators ? ["Translated"] : []),
  ];
  return names.map((name) => `<th scope="col">${name}</th>`).join("");
}

function toRow(row: Row, { hasTranslators }: Page): string {
  const texts = row.texts.map(escapeHtml).join("<br>");
  const judged = [row.olderClient, row.newerClient, row.code];
  const cells = [
    `<td>${texts}</td>`,
    ...judged.map(
      (text) => `<td${text.includes("breaks") ? ' class="breaks"' : ""}>${escapeHtml(text)}</td>`,
    ),
    ...(hasTranslators ? [`<td>${escapeHtml(row.translated ?? "")}</td>`] : []),
  ];
  return `<tr><th scope="row">${row.names.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ")}</th>${cells.join("")}</tr>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

import { code, codeList } from "@a2agen/generators/emit/shared/markdown.ts";
import { explain, type Page, type Row } from "./page.ts";

/** The page as Markdown, one table for each group. */
export function toMarkdown(page: Page): string {
  const lines = [`# From ${text(page.older)} to ${text(page.newer)}`];
  lines.push("", ...explain(page).flatMap((line) => [line, ""]));
  lines.pop();
  if (page.sections.length === 0) lines.push("", "Nothing differs.");
  for (const { title, groups } of page.sections) {
    lines.push("", `## ${title}`);
    for (const group of groups) {
      if (group.title !== undefined) lines.push("", `### ${code(group.title)}`);
      const headings = [
        "",
        "change",
        "older client",
        "newer client",
        "code",
        ...(page.hasTranslators ? ["translated"] : []),
      ];
      lines.push("", row(headings), row(headings.map(() => "---")));
      for (const each of group.rows) lines.push(row(cellsOf(each, page)));
    }
  }
  return `${lines.join("\n")}\n`;
}

function cellsOf(each: Row, { hasTranslators }: Page): readonly string[] {
  const cells = [
    codeList(each.names),
    text(each.texts.join("; ")),
    each.olderClient,
    each.newerClient,
    each.code,
  ];
  return hasTranslators ? [...cells, text(each.translated ?? "")] : cells;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** Text in which no character has a special meaning. */
function text(plain: string): string {
  return plain.replaceAll(/[\\`*[\]<>#]/g, "\\$&").replaceAll(/\s+/g, " ");
}

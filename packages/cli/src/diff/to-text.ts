import { safeLine } from "@a2agen/terminal/safe-text.ts";
import { plainStyle, type Style } from "@a2agen/terminal/style.ts";
import { explain, type Page, type Row } from "./page.ts";

/** The page for a terminal: a line for each change, and one that judges it. */
export function toText(page: Page, style: Style = plainStyle): string {
  const lines = [style.bold(`From ${safeLine(page.older)} to ${safeLine(page.newer)}`)];
  lines.push(...explain(page).map(style.dim));
  if (page.sections.length === 0) lines.push("", "Nothing differs.");
  for (const { title, groups } of page.sections) {
    lines.push("", style.bold(title));
    for (const group of groups) {
      const indent = group.title === undefined ? "  " : "    ";
      if (group.title !== undefined) lines.push(`  ${style.cyan(safeLine(group.title))}`);
      for (const row of group.rows) {
        lines.push(
          `${indent}${safeLine(row.names.join(", "), 10_000)}: ${safeLine(row.texts.join("; "), 10_000)}`,
        );
        lines.push(`${indent}  ${judgementOf(row, style)}`);
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

function judgementOf(row: Row, style: Style): string {
  const judged = [
    ["older client", row.olderClient],
    ["newer client", row.newerClient],
    ["code", row.code],
    ["translated", row.translated ?? ""],
  ] as const;
  return judged
    .filter(([, text]) => text !== "")
    .map(([name, text]) => {
      const line = `${name}: ${safeLine(text)}`;
      return text.includes("breaks") || text.includes("not") ? style.yellow(line) : style.dim(line);
    })
    .join(style.dim(" · "));
}

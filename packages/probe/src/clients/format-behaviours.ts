import { clientGroups } from "../core/client-groups.ts";
import { behaviours } from "./behaviours.ts";
import { callRules } from "./call-rules.ts";

/** The requirements of clients as Markdown: a table for each group. */
export function formatBehaviours(): string {
  const rules = callRules.map((rule) => ({ ...rule, does: "" }));
  const rows = [...rules, ...behaviours];
  return Object.entries(clientGroups)
    .map(([group, title]) => {
      const lines = rows
        .filter(({ id }) => id.startsWith(`${group}.`))
        .map(({ id, level, section, title: text, does, only = [] }) => {
          const where = only.length === 0 ? "" : ` (${only.join(", ")})`;
          return `| \`${id}\` | ${level} | ${section} | ${text}${where} | ${escapeCell(does)} |`;
        });
      return [
        `### ${title}`,
        "",
        "| requirement | level | section | a client | the agent |",
        "|---|---|---|---|---|",
        ...lines,
      ].join("\n");
    })
    .join("\n\n");
}

/** Underscores and less-than signs would be markup. */
function escapeCell(text: string): string {
  return text.replaceAll(/[_<|\\]/g, (character) => `\\${character}`);
}

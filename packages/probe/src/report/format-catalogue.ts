import { groups, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";

/** The requirements as Markdown: a table for each group. */
export function formatCatalogue(): string {
  const ids = Object.keys(requirements) as RequirementId[];
  return Object.entries(groups)
    .map(([group, title]) => {
      const rows = ids
        .filter((id) => id.startsWith(`${group}.`))
        .map((id) => {
          const { level, section, title: text, only = [] } = requirementOf(id);
          return `| \`${id}\` | ${level} | ${section} | ${text}${only.length === 0 ? "" : ` (${only.join(", ")})`} |`;
        });
      return [`### ${title}`, "", "| requirement | level | section | |", "|---|---|---|---|", ...rows].join(
        "\n",
      );
    })
    .join("\n\n");
}

import { kitIdsOf, kitRows } from "../core/kit.ts";
import { mendOf } from "../core/mends.ts";
import { type Group, groups, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import { untold } from "../core/untold.ts";

/** The requirements as Markdown: a table for each group. */
export function formatCatalogue(): string {
  const ids = Object.keys(requirements) as RequirementId[];
  return Object.entries(groups)
    .map(([group, title]) => {
      const rows = ids
        .filter((id) => id.startsWith(`${group}.`))
        .map((id) => {
          const { level, section, title: text, only = [] } = requirementOf(id);
          return `| \`${id}\` | ${level} | ${section} | ${kitIdsOf(id).join(", ")} | ${text}${only.length === 0 ? "" : ` (${only.join(", ")})`} |`;
        });
      const head = ["| requirement | level | section | TCK | |", "|---|---|---|---|---|"];
      const mend = `To mend them: ${mendOf(group as Group)}`;
      return [`### ${title}`, "", mend, "", ...head, ...rows].join("\n");
    })
    .join("\n\n");
}

/** What cannot be told from outside, as Markdown, and requirements of the kit that are left. */
export function formatUntold(): string {
  const rows = untold.map(([section, what]) => `| ${section} | ${what} |`);
  const left = kitRows.flatMap(([id, { ours }]) => (ours.length === 0 ? `\`${id}\`` : []));
  const lead = `Requirements of the TCK without one of the probe: ${left.join(", ")}.`;
  return ["| section | |", "|---|---|", ...rows, "", lead].join("\n");
}

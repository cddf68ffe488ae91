import { kitIdsOf, kitRows } from "../core/kit.ts";
import { groups, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import { untold } from "../core/untold.ts";
import { texts } from "../texts/all-texts.ts";

/** The requirements as Markdown: a table for each group. */
export function formatCatalogue(): string {
  const ids = Object.keys(requirements) as RequirementId[];
  return Object.entries(groups)
    .map(([group, title]) => {
      const rows = ids
        .filter((id) => id.startsWith(`${group}.`))
        .map((id) => {
          const { level, section, title: text, only = [] } = requirementOf(id);
          const where = only.length === 0 ? "" : ` (${only.join(", ")})`;
          const [mend, why] = texts[id];
          const cells = [`\`${id}\``, level, section, kitIdsOf(id).join(", "), text + where, why ?? "", mend];
          return `| ${cells.join(" | ")} |`;
        });
      const head = [
        "| requirement | level | section | TCK | rule | why | to mend it |",
        "|---|---|---|---|---|---|---|",
      ];
      return [`### ${title}`, "", ...head, ...rows].join("\n");
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

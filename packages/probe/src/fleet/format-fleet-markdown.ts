import { levels } from "../core/requirement.ts";
import { cell } from "../report/format-markdown.ts";
import type { AgentResult, FleetResult } from "./fleet-result.ts";
import { sayFleet, sayWorst } from "./format-fleet.ts";

/** Markdown for a page or a pull request: what changed, and the table. */
export function formatFleetMarkdown(result: FleetResult): string {
  const { title, agents, tool, date } = result;
  const changes = (kind: "regressions" | "mended", name: string): readonly string[] =>
    agents.flatMap((agent) =>
      agent[kind].map(
        (each) => `- **${name}** ${cell(agent.name)}: \`${each.requirement}\` (${each.interface})`,
      ),
    );
  const changed = [...changes("regressions", "regression"), ...changes("mended", "mended")];
  const head = ["agent", "versions", "bindings", ...levels, "worst finding"];
  return [
    `## ${cell(title)}`,
    "",
    `${cell(sayFleet(result))}. ${tool}, ${date.slice(0, 10)}; of each level: passed/failed/not reached.`,
    "",
    ...(changed.length === 0 ? [] : [...changed, ""]),
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...agents.map(formatRow),
    "",
  ].join("\n");
}

function formatRow(agent: AgentResult): string {
  const { name, group, versions, bindings, state, scores } = agent;
  const cells = [
    group === undefined ? name : `${group}: ${name}`,
    versions.join(", "),
    bindings.join(", "),
    ...levels.map((level) => {
      const { passed, failed, left } = scores[level];
      return state === "tested" ? `${passed}/${failed}/${left}` : "";
    }),
    sayWorst(agent),
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

import { count } from "@a2agen/runtime/internal";
import { alignColumns, joinSafe, type SafeText, safe, safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Style } from "@a2agen/terminal/style.ts";
import { levels } from "../core/requirement.ts";
import type { AgentResult, FleetResult } from "./fleet-result.ts";

/** Characters of the last column that are worth showing. */
const shortest = 30;

/** The table for people: a line for each row, or a paragraph where the terminal is narrow. */
export function formatFleet(
  result: FleetResult,
  {
    style,
    columns = Number.POSITIVE_INFINITY,
  }: { readonly style: Style; readonly columns?: number | undefined },
): string {
  const { agents } = result;
  const head = ["Agent", "Version", "Binding", ...levels, "Worst finding"].map((title) => safeLine(title));
  const aligned = alignColumns([head, ...agents.map(cellsOf)]);
  const isWide = widthBeforeLast([head, ...agents.map(cellsOf)]) + shortest <= columns;
  const groups = [...new Set(agents.map(({ group }) => group))];
  const rows = groups.flatMap((group) => [
    ...(groups.length === 1 ? [] : ["", style.bold(safeLine(group ?? "Others"))]),
    ...agents.flatMap((agent, at) => {
      if (agent.group !== group) return [];
      const lines = isWide ? [clip(aligned[at + 1] ?? safe``, columns)] : formatNarrow(agent, columns);
      const paint =
        agent.state === "tested" ? undefined : agent.state === "not-run" ? style.dim : style.yellow;
      return lines.map((line) => (paint === undefined ? line : paint(line)));
    }),
  ]);
  return [
    style.bold(safe`${safeLine(result.title)}: ${sayFleet(result)}`),
    style.dim("Of each level: passed/failed/not reached."),
    ...(isWide || groups.length === 1 ? [""] : []),
    ...(isWide ? [style.dim(aligned[0] ?? "")] : []),
    ...rows,
    ...formatChanges("Regressions", agents, "regressions", style),
    ...formatChanges("Mended", agents, "mended", style),
  ]
    .join("\n")
    .concat("\n");
}

/** What a run comes to: "12 agents: 9 tested, 1 not tested, 2 not run". */
export function sayFleet({ agents, isInterrupted }: FleetResult): SafeText {
  const states = ["tested", "not-tested", "not-run"].flatMap((state) => {
    const own = agents.filter((agent) => agent.state === state).length;
    return own === 0 ? [] : safe`${own} ${safeLine(state.replace("-", " "))}`;
  });
  const end = isInterrupted ? safe`; interrupted` : safe``;
  return safe`${safeLine(count(agents.length, "row"))}, ${joinSafe(states, safe`, `)}${end}`;
}

/** The worst that is known of a row, in a line. */
export function sayWorst({ state, worst, reasons, command }: AgentResult): string {
  const why = reasons.join("; ");
  if (state === "not-run") return `not run: ${why}${command === undefined ? "" : ` (${command})`}`;
  if (state === "not-tested") return `not tested: ${why}`;
  if (worst === undefined) return why;
  return `${worst.level} ${worst.requirement}: came ${worst.came}`;
}

function cellsOf(agent: AgentResult): readonly SafeText[] {
  const scores = levels.map((level) => sayScore(agent, level));
  return [
    safeLine(agent.name, 40),
    safeLine(agent.versions.join(", ")),
    safeLine(agent.bindings.join(", ")),
    ...scores,
    safeLine(sayWorst(agent)),
  ];
}

function sayScore({ state, scores }: AgentResult, level: (typeof levels)[number]): SafeText {
  const { passed, failed, left } = scores[level];
  return state === "tested" ? safe`${passed}/${failed}/${left}` : safe``;
}

function formatNarrow(agent: AgentResult, columns: number): readonly SafeText[] {
  const scores = levels.map((level) => safe`${safeLine(level)} ${sayScore(agent, level)}`);
  const spoken = `${agent.versions.join(", ")} over ${agent.bindings.join(", ")}`;
  const tested = [safe`  ${safeLine(spoken)}`, safe`  ${joinSafe(scores, safe`  `)}`];
  const lines = [
    safeLine(agent.name),
    ...(agent.state === "tested" ? tested : []),
    safe`  ${safeLine(sayWorst(agent))}`,
  ];
  return lines.filter((line) => line.trim() !== "").map((line) => clip(line, columns));
}

function formatChanges(
  title: string,
  agents: readonly AgentResult[],
  kind: "regressions" | "mended",
  { bold }: Style,
): readonly string[] {
  const lines = agents.flatMap((agent) =>
    agent[kind].map(
      ({ requirement, interface: where }) =>
        safe`  ${safeLine(agent.name)}: ${safeLine(requirement)}, ${safeLine(where)}`,
    ),
  );
  return lines.length === 0 ? [] : ["", bold(title), ...lines];
}

function widthBeforeLast(rows: readonly (readonly SafeText[])[]): number {
  const longest = (rows[0] ?? [])
    .slice(0, -1)
    .map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length + 2)));
  return longest.reduce((sum, width) => sum + width, 0);
}

function clip(line: SafeText, columns: number): SafeText {
  return (line.length > columns ? `${line.slice(0, columns - 1)}…` : line) as SafeText;
}

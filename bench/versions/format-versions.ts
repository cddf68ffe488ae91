import { translationGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { VersionFigure } from "./run-versions.ts";

export function formatVersions(figures: readonly VersionFigure[]): string {
  return formatTable(
    ["SendMessage over JSON-RPC", "CPU per request", "over 1.0 alone"],
    figures.map(({ row, cpu, ratio }) => {
      const goal = row.server === "a2agen, all versions" ? translationGoal : undefined;
      return [row.text, `${formatNumber(cpu)} µs`, formatGoal(ratio, goal, formatNumber)];
    }),
  );
}

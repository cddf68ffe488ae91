import { startGoals } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { StartFigure, StartResult } from "./run-start.ts";

export function formatStart({ agents, programs }: StartResult): string {
  return [
    formatTable(
      ["to the first answer", "CPU, ms", "over node:http", "wall, ms", "over node:http", "modules"],
      agents.map((agent) => [...formatFigure(agent, goalOf(agent, agents)), String(agent.modules)]),
    ),
    formatTable(
      ["whole process", "CPU, ms", "over node", "wall, ms", "over node"],
      programs.map((program) =>
        formatFigure(program, program.name.startsWith("protoc-gen") ? startGoals.plugin : undefined),
      ),
    ),
  ].join("\n\n");
}

/** The kit has the goal, or what the SDK needs in the same run where that is less. */
function goalOf({ name }: StartFigure, all: readonly StartFigure[]): number | undefined {
  const sdk = all.find((other) => other.name === "@a2a-js/sdk")?.cpuRatio ?? Infinity;
  return name.startsWith("agent kit") ? Math.min(startGoals.agent, sdk) : undefined;
}

function formatFigure(
  { name, wall, wallRatio, cpu, cpuRatio }: StartFigure,
  goal: number | undefined,
): readonly string[] {
  return [
    name,
    formatNumber(cpu),
    formatGoal(cpuRatio, goal, formatNumber),
    formatNumber(wall),
    formatGoal(wallRatio, goal, formatNumber),
  ];
}

import { modelsGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { ModelsFigure } from "./models-order.ts";

export function formatModels(figures: readonly ModelsFigure[]): string {
  return formatTable(
    [
      "CPU for a piece, µs",
      "alone",
      "added",
      "added at 100 conversations",
      "pieces per second of these",
      "memory of these, MiB",
    ],
    figures.map(({ framework, alone, added, addedAtOnce, perSecond, memory }) => [
      framework,
      formatNumber(alone),
      formatGoal(added, modelsGoal, formatNumber),
      formatGoal(addedAtOnce, modelsGoal, formatNumber),
      formatNumber(perSecond),
      formatNumber(memory),
    ]),
  );
}

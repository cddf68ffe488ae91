import { keyGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { PlaygroundFigure } from "./figure.ts";

export function formatPlayground(figures: readonly PlaygroundFigure[]): string {
  return formatTable(
    ["view, text", "characters", "CPU, median", "CPU, 95 %", "longest task, 95 %", "elapsed, median"],
    figures.map(({ text, view, characters, median, slow }) => [
      `${view}, ${text}`,
      String(characters),
      formatGoal(median.cpu, keyGoal, formatNumber),
      formatGoal(slow.cpu, keyGoal, formatNumber),
      formatNumber(slow.longest),
      formatNumber(median.elapsed),
    ]),
  );
}

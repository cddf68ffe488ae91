import { compositionGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import type { ComposeFigure } from "./run-compose.ts";

export function formatCompose(figures: readonly ComposeFigure[]): string {
  return formatTable(
    ["500 definitions, 20 extensions", "ms"],
    figures.map(({ text, milliseconds, hasGoal }) => [
      text,
      formatGoal(milliseconds, hasGoal ? compositionGoal : undefined, formatNumber),
    ]),
  );
}

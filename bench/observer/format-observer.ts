import { observerGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import { contenderNames } from "./contender-names.ts";
import { type ObserverFigure, serviceNames } from "./run-observer.ts";

export function formatObserver(figures: readonly ObserverFigure[]): string {
  return formatTable(
    ["µs of CPU for a call, and added by watching it", "stubs", "agent kit"],
    contenderNames.map((name) => [
      name,
      ...serviceNames.map((service) => {
        const figure = figures.find((each) => each.name === name && each.service === service);
        const { microseconds = Number.NaN, added = Number.NaN } = figure ?? {};
        if (name === "no observer") return formatNumber(microseconds);
        const goal = name === "otel()" && service === "stub" ? observerGoal : undefined;
        return `${formatNumber(microseconds)}, ${formatGoal(added, goal, formatNumber)} added`;
      }),
    ]),
  );
}

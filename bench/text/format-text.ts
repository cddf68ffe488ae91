import { formatNumber, formatTable } from "../markdown.ts";
import type { TextFigure } from "./text-order.ts";

export function formatText(figures: readonly TextFigure[]): string {
  return formatTable(
    ["store", "streams", "pieces of each", "pieces per second", "CPU for a piece, µs", "memory, MiB"],
    figures.map(({ store, streams, deltas, perSecond, microseconds, memory }) => [
      store,
      String(streams),
      String(deltas),
      formatNumber(perSecond),
      formatNumber(microseconds),
      formatNumber(memory),
    ]),
  );
}

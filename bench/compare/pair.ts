import { formatNumber, formatTable } from "../markdown.ts";
import { median } from "../median.ts";

/** What was measured of two commits; equal places are of the same round. */
export interface Pair {
  readonly name: string;
  readonly unit: string;
  readonly before: readonly number[];
  readonly now: readonly number[];
}

/** The medians, and the median of the ratio within a round with the middle half of the ratios. */
export function formatPairs(pairs: readonly Pair[], before: string): string {
  return formatTable(
    ["", before, "now", "now over before", "half of the rounds"],
    pairs.map((pair) => {
      const ratios = pair.now
        .map((value, round) => value / (pair.before[round] ?? Number.NaN))
        .toSorted((a, b) => a - b);
      const at = (share: number): string =>
        (ratios[Math.floor((ratios.length - 1) * share)] ?? Number.NaN).toFixed(2);
      return [
        pair.name,
        `${formatNumber(median(pair.before))} ${pair.unit}`,
        `${formatNumber(median(pair.now))} ${pair.unit}`,
        median(ratios).toFixed(3),
        `${at(0.25)} to ${at(0.75)}`,
      ];
    }),
  );
}

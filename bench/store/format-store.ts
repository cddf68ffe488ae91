import { storeGoals } from "../goals.ts";
import { formatGoal, formatLeast, formatNumber, formatTable } from "../markdown.ts";
import type { StoreFigures } from "./store-figures.ts";

export function formatStore(figures: StoreFigures): string {
  const { postgres, appends, latency, idle, sends, pglite } = figures;
  const lossOf = (perSecond: number): number => (1 - perSecond / idle.alone) * 100;
  const percent = (value: number): string => `${value.toFixed(1)} %`;
  return [
    `PostgreSQL ${postgres}, with fsync.`,
    formatTable(
      ["entries", "per second"],
      appends.map(({ name, perSecond, goal }) => [name, formatLeast(perSecond, goal, formatNumber)]),
    ),
    formatTable(
      ["followers at another replica", "events per second", "median, ms", "99 %, ms"],
      [
        [
          String(latency.followers),
          formatNumber(latency.perSecond),
          formatNumber(latency.median),
          formatGoal(latency.p99, storeGoals.latency, formatNumber),
        ],
      ],
    ),
    formatTable(
      ["further replicas", "appends per second", "loss"],
      [
        ["0", formatNumber(idle.alone), ""],
        [
          `${idle.replicas}, idle`,
          formatNumber(idle.idle),
          formatGoal(lossOf(idle.idle), storeGoals.idleLoss, percent),
        ],
        [
          `${idle.replicas}, each with a follower of a quiet task`,
          formatNumber(idle.listening),
          percent(lossOf(idle.listening)),
        ],
      ],
    ),
    formatTable(
      ["SendMessage over", "calls per second", "CPU, µs"],
      sends.map(({ store, perSecond, microseconds }) => [
        store,
        formatNumber(perSecond),
        formatNumber(microseconds),
      ]),
    ),
    formatTable(
      ["PGlite", "first answer, ms"],
      [
        ["new directory", formatNumber(pglite.cold)],
        ["directory that is there", formatNumber(pglite.warm)],
      ],
    ),
  ].join("\n\n");
}

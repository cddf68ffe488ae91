import { storeGoals } from "../goals.ts";
import { formatGoal, formatLeast, formatNumber, formatTable } from "../markdown.ts";
import type { StoreFigures } from "./store-figures.ts";

export function formatStore(figures: StoreFigures): string {
  const { postgres, appends, latency, idle, sends, pglite } = figures;
  const loss = 1 - idle.beside / idle.alone;
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
      ["idle replicas", "appends per second", "loss"],
      [
        ["0", formatNumber(idle.alone), ""],
        [
          String(idle.replicas),
          formatNumber(idle.beside),
          formatGoal(loss * 100, storeGoals.idleLoss, (percent) => `${percent.toFixed(1)} %`),
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

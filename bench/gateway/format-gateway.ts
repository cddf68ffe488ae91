import { gatewayGoals } from "../goals.ts";
import { formatGoal, formatLeast, formatNumber, formatTable } from "../markdown.ts";
import type { GatewayResult } from "./run-gateway.ts";

export function formatGateway({ calls, streams }: GatewayResult): string {
  const goalOf = (between: string, goal: number): number | undefined =>
    between === "a2agen" ? goal : undefined;
  return [
    formatTable(
      ["SendMessage over JSON-RPC", "CPU per call", "p50 added"],
      calls.map(({ row, cpu, added }) => [
        row.text,
        formatGoal(cpu, goalOf(row.between, gatewayGoals.cpu), (value) => `${formatNumber(value)} µs`),
        formatGoal(added, goalOf(row.between, gatewayGoals.added), (value) => `${formatNumber(value)} ms`),
      ]),
    ),
    formatTable(
      ["1,000 streams", "updates/s", "CPU per update", "p50, p99", "heap at 20 %, 80 %", "RSS at 20 %, 80 %"],
      Object.entries(streams).map(([name, { perSecond, cpu, median, p99, early, late }]) => [
        name,
        formatLeast(perSecond, goalOf(name, gatewayGoals.eventsPerSecond), (value) =>
          String(Math.round(value)),
        ),
        `${formatNumber(cpu)} µs`,
        `${formatNumber(median)} ms, ${formatNumber(p99)} ms`,
        `${megabytes(early.heap)}, ${megabytes(late.heap)} MB`,
        `${megabytes(early.rss)}, ${megabytes(late.rss)} MB`,
      ]),
    ),
  ].join("\n\n");
}

function megabytes(bytes: number): string {
  return formatNumber(bytes / 1e6);
}

import { agentGoals } from "../goals.ts";
import { formatGoal, formatLeast, formatNumber, formatTable } from "../markdown.ts";
import type { CallFigure } from "./measure-calls.ts";
import type { StreamFigure } from "./measure-streams.ts";
import { type AgentResult, type LoadFigures, type StreamFigures, streamLengths } from "./run-agent.ts";
import type { PollFigure } from "./run-polls.ts";

export function formatAgent({ calls, streams, loads, polls }: AgentResult): string {
  return [formatCalls(calls), formatStreams(streams), formatLoads(loads), formatPolls(polls)].join("\n\n");
}

function formatCalls(calls: readonly CallFigure[]): string {
  return formatTable(
    ["SendMessage over JSON-RPC", "CPU per request", "over the bare stub"],
    calls.map(({ name, cpu, ratio }) => {
      const goal = name === "agent kit" ? agentGoals.sendRatio : undefined;
      return [name, `${formatNumber(cpu)} µs`, formatGoal(ratio, goal, formatNumber)];
    }),
  );
}

function formatStreams(streams: readonly StreamFigures[]): string {
  const [shortest] = streamLengths;
  return formatTable(
    [
      "artifact updates per second",
      ...streamLengths.flatMap((length) => [`${length} on one stream`, "first, ms"]),
      `CPU per update on the longest, over that of ${shortest}`,
    ],
    streams.map(({ name, figures }) => [
      name,
      ...streamLengths.flatMap((_, index) => formatFigure(name, figures[index])),
      formatGrowth(name, figures),
    ]),
  );
}

function formatFigure(name: string, figure: StreamFigure | undefined): readonly string[] {
  if (figure === undefined) return ["not tried", ""];
  const goal = name.startsWith("agent kit, no binding") ? agentGoals.eventsPerSecond : undefined;
  const { perSecond, cpu, first } = figure;
  return [`${formatLeast(perSecond, goal, formatNumber)}/s, ${formatNumber(cpu)} µs`, formatNumber(first)];
}

function formatGrowth(name: string, figures: StreamFigures["figures"]): string {
  const growth = (figures.at(-1)?.cpu ?? Number.NaN) / (figures[0]?.cpu ?? Number.NaN);
  return formatGoal(growth, name.startsWith("agent kit") ? agentGoals.growth : undefined, formatNumber);
}

function formatPolls({ held, rss, heap, begin, answer, idle }: PollFigure): string {
  return formatTable(
    [
      "calls of GetTask held at once",
      "RSS each",
      "heap each",
      "CPU to begin",
      "CPU to answer",
      "CPU while all wait",
    ],
    [
      [
        String(held),
        `${formatNumber(rss / 1024)} KiB`,
        `${formatNumber(heap / 1024)} KiB`,
        `${formatNumber(begin)} µs`,
        `${formatNumber(answer)} µs`,
        `${formatNumber(idle / 1000)} ms/s`,
      ],
    ],
  );
}

function formatLoads(loads: readonly LoadFigures[]): string {
  return formatTable(
    [
      "1000 streams at once, 100 updates each",
      "median, ms",
      "p99, ms",
      "longest, ms",
      "busy",
      "RSS per stream",
      "heap per stream",
      "as fast as they come",
    ],
    loads.map(({ name, memory, paced, flooded }) => [
      name,
      formatNumber(paced.median),
      formatNumber(paced.p99),
      formatNumber(paced.most),
      `${Math.round(paced.busy * 100)} %`,
      `${formatNumber(memory.rss / 1024)} KiB`,
      `${formatNumber(memory.heap / 1024)} KiB`,
      `${formatNumber(flooded.perSecond)}/s`,
    ]),
  );
}

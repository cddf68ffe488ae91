import { serverGoals } from "../goals.ts";
import { formatGoal, formatLeast, formatNumber, formatTable } from "../markdown.ts";
import type { Memory } from "../served.ts";
import { callNames } from "./calls.ts";
import { contenderNames, type ServerContender } from "./contender-names.ts";
import type { MemoryFigure } from "./measure-memory.ts";
import type { ServerResult, StreamFigures } from "./run-server.ts";

const ours = "a2agen on node:http";

export function formatServer({ calls, streams, latency, memory }: ServerResult): string {
  const callTable = formatTable(
    ["CPU per request over node:http", ...callNames],
    contenderNames.map((name) => [
      name,
      ...callNames.map((call) => {
        const { cpu, ratio, requestsPerSecond } = calls[call][name];
        const goal = name === ours ? serverGoals.ratio : undefined;
        return `${formatGoal(ratio, goal, formatNumber)}, ${formatNumber(cpu)} µs, ${formatNumber(requestsPerSecond)}/s`;
      }),
    ]),
  );
  const sdkTable = formatTable(
    ["@a2a-js/sdk over a2agen on node:http", ...callNames],
    [
      [
        "CPU per request",
        ...callNames.map((call) => {
          const figure = calls[call]["@a2a-js/sdk on Express"].ratio / calls[call][ours].ratio;
          return formatLeast(figure, serverGoals.overSdk, formatNumber);
        }),
      ],
    ],
  );
  const shortest = streams[0];
  const heads = streams.flatMap(({ updates }) => [
    `${updates} on one stream`,
    "first, ms",
    ...(updates === shortest?.updates ? [] : [`CPU per update, over that of ${shortest?.updates}`]),
  ]);
  const streamTable = formatTable(
    ["artifact updates per second over node:http", ...heads],
    contenderNames.map((name) => [name, ...streams.flatMap((one) => formatStream(name, one, shortest))]),
  );
  const latencyTable = formatTable(
    ["SendMessage, JSON-RPC, at half of the rate", "requests", "median, ms", "p99, ms"],
    contenderNames.map((name) => {
      const { perSecond, p50, p99 } = latency[name];
      return [name, `${formatNumber(perSecond)}/s`, formatNumber(p50), formatNumber(p99)];
    }),
  );
  const memoryTable = memory.length === 0 ? [] : [formatMemory(memory)];
  return [callTable, sdkTable, streamTable, latencyTable, ...memoryTable].join("\n\n");
}

function formatMemory(figures: readonly MemoryFigure[]): string {
  const [first] = figures;
  const show = ({ rss, heap }: Memory): string => `${formatNumber(heap / 1e6)}, ${formatNumber(rss / 1e6)}`;
  return formatTable(
    ["heap and RSS, MB", "before", `after ${first?.requests} requests`, `and ${first?.streams} streams`],
    figures.map(({ name, before, afterRequests, afterStreams }) => [
      name,
      show(before),
      show(afterRequests),
      show(afterStreams),
    ]),
  );
}

function formatStream(
  name: ServerContender,
  { figures }: StreamFigures,
  shortest: StreamFigures | undefined,
): readonly string[] {
  const { eventsPerSecond, ratio, cpu, firstEvent, isCut } = figures[name];
  const goals = name === ours ? serverGoals : undefined;
  const most = isCut ? "less than " : "";
  const least = isCut ? "more than " : "";
  const growth = cpu / (shortest?.figures[name].cpu ?? Number.NaN);
  return [
    [
      `${most}${formatLeast(ratio, goals?.eventsRatio, formatRatio)}`,
      `${least}${formatNumber(cpu)} µs`,
      `${most}${formatNumber(eventsPerSecond)}/s`,
    ].join(", "),
    formatGoal(firstEvent, goals?.firstEvent, formatNumber),
    ...(shortest?.figures === figures ? [] : [`${least}${formatGoal(growth, goals?.growth, formatNumber)}`]),
  ];
}

/** A share, of which those of a thousandth are to be told apart too. */
function formatRatio(value: number): string {
  return value >= 0.1 ? formatNumber(value) : value.toPrecision(2);
}

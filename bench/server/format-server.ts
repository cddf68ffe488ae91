import { serverGoals } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import { callNames, contenderNames, type ServerResult } from "./run-server.ts";

export function formatServer({ calls, streams }: ServerResult): string {
  const callTable = formatTable(
    ["CPU per request over node:http", ...callNames],
    contenderNames.map((name) => [
      name,
      ...callNames.map((call) => {
        const { cpu, ratio, requestsPerSecond } = calls[call][name];
        const goal = name === "a2agen on node:http" ? serverGoals.ratio : undefined;
        return `${formatGoal(ratio, goal, formatNumber)}, ${formatNumber(cpu)} µs, ${formatNumber(requestsPerSecond)}/s`;
      }),
    ]),
  );
  const sdk = formatTable(
    ["@a2a-js/sdk over a2agen", ...callNames],
    [
      [
        "CPU per request",
        ...callNames.map((call) => {
          const figure = calls[call]["@a2a-js/sdk on Express"].cpu / calls[call]["a2agen on node:http"].cpu;
          return figure >= serverGoals.overSdk
            ? formatNumber(figure)
            : `**${formatNumber(figure)}** (${formatNumber(serverGoals.overSdk)})`;
        }),
      ],
    ],
  );
  const streamTable = formatTable(
    [
      "events per second, JSON-RPC",
      ...streams.flatMap(({ events }) => [`${events} events`, "over node:http", "first event, ms"]),
    ],
    contenderNames.map((name) => [
      name,
      ...streams.flatMap(({ figures }) => {
        const { eventsPerSecond, ratio, firstEvent } = figures[name];
        const isOurs = name === "a2agen on node:http";
        const shown = formatNumber(ratio);
        return [
          formatNumber(eventsPerSecond),
          isOurs && ratio < serverGoals.eventsRatio ? `**${shown}** (${serverGoals.eventsRatio})` : shown,
          formatGoal(firstEvent, isOurs ? serverGoals.firstEvent : undefined, formatNumber),
        ];
      }),
    ]),
  );
  return [callTable, sdk, streamTable].join("\n\n");
}

import { load } from "../load.ts";
import { median } from "../median.ts";
import { type CallName, callNames, calls } from "./calls.ts";
import { forEveryContender, type PerContender } from "./contender-names.ts";
import type { StartedServer } from "./started-server.ts";

export interface CallFigure {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** Median over the rounds of the CPU time over that of node:http in the same round. */
  readonly ratio: number;
  /** CPU time over wall time: 1 and more when the server was never idle. */
  readonly busy: number;
}

export type CallFigures = Readonly<Record<CallName, PerContender<CallFigure>>>;

export interface CallCounts {
  readonly rounds: number;
  readonly warmUp: number;
  readonly requests: number;
  /** Cuts warming up and each round short, and takes the best round instead of the median one. */
  readonly short?: { readonly warmUpMs: number; readonly roundMs: number };
}

interface Round {
  readonly cpu: number;
  readonly perSecond: number;
  readonly busy: number;
}

/** Loads the servers one after the other in every round. */
export async function measureCalls(
  servers: readonly StartedServer[],
  counts: CallCounts,
  report: (line: string) => void,
): Promise<CallFigures> {
  const figures = new Map<CallName, PerContender<CallFigure>>();
  // What the calls share is compiled before the first of them is measured.
  if (counts.short !== undefined) for (const call of callNames) await warmUp(servers, calls[call], counts);
  for (const call of callNames) {
    const measured = await measureCall(servers, calls[call], counts);
    figures.set(call, measured);
    const shown = Object.entries(measured).map(
      ([name, { cpu, busy }]) => `${name} ${Math.round(cpu)} µs, ${Math.round(busy * 100)} % busy`,
    );
    report(`server: ${call}: ${shown.join("; ")}`);
  }
  return Object.fromEntries(figures) as CallFigures;
}

async function measureCall(
  servers: readonly StartedServer[],
  request: Buffer,
  counts: CallCounts,
): Promise<PerContender<CallFigure>> {
  const { rounds, requests, short } = counts;
  const table = forEveryContender((): Round[] => []);
  await warmUp(servers, request, counts);
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const before = await server.cpu();
      const start = performance.now();
      const made = await load(callersOf(server, request), requests, short?.roundMs);
      const milliseconds = performance.now() - start;
      const cpu = (await server.cpu()) - before;
      table[server.name].push({
        cpu: cpu / made,
        perSecond: (made / milliseconds) * 1000,
        busy: cpu / 1000 / milliseconds,
      });
    }
  }
  const base = table["node:http"];
  return forEveryContender((name) => {
    const own = table[name];
    if (short !== undefined) return toBest(own, base);
    return {
      cpu: median(own.map(({ cpu }) => cpu)),
      requestsPerSecond: median(own.map(({ perSecond }) => perSecond)),
      ratio: median(own.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN))),
      busy: median(own.map(({ busy }) => busy)),
    };
  });
}

async function warmUp(
  servers: readonly StartedServer[],
  request: Buffer,
  { warmUp: requests, short }: CallCounts,
): Promise<void> {
  for (const server of servers) await load(callersOf(server, request), requests, short?.warmUpMs);
}

function callersOf({ connections }: StartedServer, request: Buffer): readonly (() => Promise<unknown>)[] {
  return connections.map((connection) => () => connection.send(request));
}

/** The round that cost least: what else the machine does only adds to it. */
function toBest(own: readonly Round[], base: readonly Round[]): CallFigure {
  const cpuOf = (rounds: readonly Round[]): number => Math.min(...rounds.map(({ cpu }) => cpu));
  return {
    cpu: cpuOf(own),
    requestsPerSecond: Math.max(...own.map(({ perSecond }) => perSecond)),
    ratio: cpuOf(own) / cpuOf(base),
    busy: Math.max(...own.map(({ busy }) => busy)),
  };
}

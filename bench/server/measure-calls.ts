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
  { rounds, warmUp, requests }: CallCounts,
): Promise<PerContender<CallFigure>> {
  const callers = new Map(
    servers.map(({ name, connections }) => [
      name,
      connections.map((connection) => () => connection.send(request)),
    ]),
  );
  const table = forEveryContender((): Round[] => []);
  for (const { name } of servers) await load(callers.get(name) ?? [], warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const before = await server.cpu();
      const start = performance.now();
      await load(callers.get(server.name) ?? [], requests);
      const milliseconds = performance.now() - start;
      const cpu = (await server.cpu()) - before;
      table[server.name].push({
        cpu: cpu / requests,
        perSecond: (requests / milliseconds) * 1000,
        busy: cpu / 1000 / milliseconds,
      });
    }
  }
  const base = table["node:http"];
  return forEveryContender((name) => {
    const own = table[name];
    return {
      cpu: median(own.map(({ cpu }) => cpu)),
      requestsPerSecond: median(own.map(({ perSecond }) => perSecond)),
      ratio: median(own.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN))),
      busy: median(own.map(({ busy }) => busy)),
    };
  });
}

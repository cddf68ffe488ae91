import { calls } from "./calls.ts";
import { forEveryContender, type PerContender } from "./contender-names.ts";
import type { Connection } from "./http-client.ts";
import type { CallFigures } from "./measure-calls.ts";
import type { StartedServer } from "./started-server.ts";

/** Milliseconds from when a request was due to the end of its answer. */
export interface LatencyFigure {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

interface LatencyCounts {
  /** What the servers answer when nothing else is waited for. */
  readonly calls: CallFigures;
  readonly rounds: number;
  readonly milliseconds: number;
}

const call = "SendMessage, JSON-RPC";

/** Asks the servers one after the other in every round, at half of their rates. */
export async function measureLatency(
  servers: readonly StartedServer[],
  { calls: figures, rounds, milliseconds }: LatencyCounts,
): Promise<PerContender<LatencyFigure>> {
  const times = forEveryContender((): number[] => []);
  const rateOf = (name: StartedServer["name"]): number => figures[call][name].requestsPerSecond / 2;
  for (let round = 0; round < rounds; round++) {
    for (const { name, connections } of servers) {
      times[name].push(...(await askAtRate(connections, rateOf(name), milliseconds)));
    }
  }
  return forEveryContender((name) => {
    const sorted = times[name].toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
    return { perSecond: rateOf(name), p50: at(0.5), p99: at(0.99) };
  });
}

/** The times of all requests due within so many milliseconds; they wait while all connections are in use. */
async function askAtRate(
  connections: readonly Connection[],
  perSecond: number,
  milliseconds: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const free = [...connections];
  const waiting: number[] = [];
  const start = performance.now();
  const count = Math.floor((perSecond * milliseconds) / 1000);
  const ask = async (connection: Connection, due: number): Promise<void> => {
    await connection.send(calls[call]);
    times.push(performance.now() - due);
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else await ask(connection, next);
  };
  const asked: Promise<void>[] = [];
  for (let sent = 0; sent < count; ) {
    // No timer is as exact as requests are near to each other.
    await new Promise((resolve) => setImmediate(resolve));
    for (; sent < count && start + (sent * 1000) / perSecond <= performance.now(); sent++) {
      const due = start + (sent * 1000) / perSecond;
      const connection = free.pop();
      if (connection === undefined) waiting.push(due);
      else asked.push(ask(connection, due));
    }
  }
  await Promise.all(asked);
  return times;
}

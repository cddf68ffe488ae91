import { median } from "../median.ts";
import type { AgentServer } from "./agent-server.ts";
import { callOf } from "./requests.ts";

export interface CallFigure {
  readonly name: string;
  /** CPU time of the agent's process for one call, in microseconds. */
  readonly cpu: number;
  /** Median over the rounds of the CPU time over that of the first server in the same round. */
  readonly ratio: number;
}

export interface CallCounts {
  readonly rounds: number;
  readonly warmUp: number;
  readonly requests: number;
}

/** Loads the servers one after the other in every round. */
export async function measureCalls(
  servers: readonly AgentServer[],
  { rounds, warmUp, requests }: CallCounts,
): Promise<readonly CallFigure[]> {
  const table = servers.map((): number[] => []);
  for (const server of servers) await send(server, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries()) table[index]?.push(await send(server, requests));
  }
  const base = table[0] ?? [];
  return servers.map(({ name }, index) => {
    const own = table[index] ?? [];
    return {
      name,
      cpu: median(own),
      ratio: median(own.map((cpu, round) => cpu / (base[round] ?? Number.NaN))),
    };
  });
}

/** CPU time of the server for one call. */
async function send({ ask, connections }: AgentServer, count: number): Promise<number> {
  const requests = Array.from({ length: count }, () => callOf("SendMessage"));
  const { microseconds: before } = await ask("cpu");
  await Promise.all(
    connections.map(async (connection) => {
      for (let next = requests.pop(); next !== undefined; next = requests.pop()) await connection.send(next);
    }),
  );
  return ((await ask("cpu")).microseconds - before) / count;
}

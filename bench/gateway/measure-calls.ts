import { load } from "../load.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import type { Served } from "../served.ts";
import { type Connection, open } from "../server/http-client.ts";
import { checkAnswer } from "../versions/check-answer.ts";
import { requestsAt } from "../versions/requests.ts";
import type { Row } from "./names.ts";

export interface CallFigure {
  readonly row: Row;
  /** CPU time of what stands between, in microseconds for one call. */
  readonly cpu: number;
  /** Milliseconds that it adds to the median of calls one after the other. */
  readonly added: number;
}

export interface MeasuredRow {
  readonly row: Row;
  readonly between: Served;
  readonly agentPort: number;
}

/** Where a gateway has JSON-RPC. */
const requests = requestsAt("/a2a");
const width = 16;
const full = { rounds: 15, warmUp: 4000, requests: 1500, single: 400 } as const;
const quick = { rounds: 3, warmUp: 300, requests: 300, single: 100 } as const;

/** In every round each row has its turn. */
export async function measureCalls(
  measured: readonly MeasuredRow[],
  { report, isQuick }: PartOptions,
): Promise<readonly CallFigure[]> {
  const counts = isQuick ? quick : full;
  for (const { row, between } of measured) {
    const connection = await open(row.text, between.port);
    await checkAnswer({ text: row.text, version: row.client }, connection, requests[row.client]);
    connection.close();
  }
  report("gateway: every way answers as it should");
  for (const one of measured) await measureCpu(one, counts.warmUp);
  const figures = measured.map((): { cpu: number; added: number }[] => []);
  for (let round = 0; round < counts.rounds; round++) {
    for (const [index, one] of measured.entries()) {
      const cpu = await measureCpu(one, counts.requests);
      figures[index]?.push({ cpu, added: await measureAdded(one, counts.single) });
    }
  }
  return measured.map(({ row }, index) => {
    const own = figures[index] ?? [];
    const figure = {
      row,
      cpu: median(own.map(({ cpu }) => cpu)),
      added: median(own.map(({ added }) => added)),
    };
    report(`gateway: ${row.text}: ${Math.round(figure.cpu)} µs, ${figure.added.toFixed(2)} ms added`);
    return figure;
  });
}

/** Microseconds for a call. Each turn opens connections: servers close those that wait for theirs. */
async function measureCpu({ row, between }: MeasuredRow, count: number): Promise<number> {
  const opening = Array.from({ length: width }, () => open(row.text, between.port));
  const connections = await Promise.all(opening);
  const before = await between.cpu();
  await load(
    connections.map((connection) => () => connection.send(requests[row.client])),
    count,
  );
  const used = (await between.cpu()) - before;
  for (const connection of connections) connection.close();
  return used / count;
}

/** The median of calls through it, less that of calls of the agent itself, which go in turn with them. */
async function measureAdded({ row, between, agentPort }: MeasuredRow, count: number): Promise<number> {
  const connection = await open(row.text, between.port);
  const direct = await open(`${row.text}: the agent`, agentPort);
  const own: number[] = [];
  const through: number[] = [];
  for (let call = 0; call < count; call++) {
    own.push(await timeOf(direct, row.agent === "0.3" ? requests["0.3"] : requests["1.0"]));
    through.push(await timeOf(connection, requests[row.client]));
  }
  for (const each of [connection, direct]) each.close();
  return median(through) - median(own);
}

async function timeOf(connection: Connection, request: Buffer): Promise<number> {
  const start = performance.now();
  await connection.send(request);
  return performance.now() - start;
}

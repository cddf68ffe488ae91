import { join } from "node:path";
import { bundle } from "../bundle.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { type Served, startServed } from "../served.ts";
import { type CallFigure, measureCalls } from "./measure-calls.ts";
import { measureStreams, type StreamsFigure } from "./measure-streams.ts";
import { type AgentName, agentNames, type BetweenName, rows } from "./names.ts";

export interface GatewayResult {
  readonly calls: readonly CallFigure[];
  readonly streams: Readonly<Record<BetweenName, StreamsFigure>>;
}

export async function runGateway({ report, isQuick }: PartOptions): Promise<GatewayResult> {
  const outfile = join(scratch, "gateway.mjs");
  await bundle({
    source: 'import "./gateway/serve.ts";',
    outfile,
    hasCommonJs: true,
  });
  const processes: Served[] = [];
  const start = async (...args: readonly string[]): Promise<Served> => {
    const served = await startServed(outfile, args);
    processes.push(served);
    return served;
  };
  try {
    const ports = new Map<AgentName, number>();
    for (const name of agentNames) ports.set(name, (await start(name)).port);
    const portOf = (name: AgentName): number => ports.get(name) ?? 0;
    const before = (between: BetweenName, agent: AgentName): Promise<Served> =>
      start(between, String(portOf(agent)));
    const measured = [];
    for (const row of rows) {
      measured.push({ row, between: await before(row.between, row.agent), agentPort: portOf(row.agent) });
    }
    const calls = await measureCalls(measured, { report, isQuick });
    const streams: Partial<Record<BetweenName, StreamsFigure>> = {};
    for (const name of ["node:http", "a2agen"] as const) {
      // In a process that has done nothing before.
      const figure = await measureStreams(await before(name, "1.0"), { isQuick });
      streams[name] = figure;
      report(`gateway: streams through ${name}: ${JSON.stringify(figure)}`);
    }
    return { calls, streams: streams as GatewayResult["streams"] };
  } finally {
    for (const one of processes) one.close();
  }
}

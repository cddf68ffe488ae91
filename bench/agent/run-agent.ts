import { join } from "node:path";
import { bundle } from "../bundle.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { startAgentServer } from "./agent-server.ts";
import { aloneNames, type ServedName, servedNames } from "./contender-names.ts";
import { type CallFigure, measureCalls } from "./measure-calls.ts";
import { type LoadFigure, type MemoryFigure, measureLoad, measureMemory } from "./measure-load.ts";
import { measureStreams, type StreamFigure } from "./measure-streams.ts";
import type { Order } from "./order.ts";
import { type PollFigure, runPolls } from "./run-polls.ts";
import { type Streamer, startAlone, toStreamer } from "./stream-run.ts";

export interface AgentResult {
  readonly calls: readonly CallFigure[];
  readonly streams: readonly StreamFigures[];
  readonly loads: readonly LoadFigures[];
  readonly polls: PollFigure;
}

export interface StreamFigures {
  readonly name: string;
  /** For each length, up to the one that took too long. */
  readonly figures: readonly StreamFigure[];
}

/** Many streams at once. */
export interface LoadFigures {
  readonly name: ServedName;
  readonly memory: MemoryFigure;
  /** With updates at an interval. */
  readonly paced: LoadFigure;
  /** With updates as fast as they can be made. */
  readonly flooded: LoadFigure;
}

/** Artifact updates of a stream. */
export const streamLengths = [100, 1000, 10_000] as const;

export interface LoadShape extends Order {
  readonly streams: number;
  readonly everyMs: number;
}

export const fullLoad: LoadShape = { streams: 1000, events: 100, everyMs: 100 };

const full = {
  calls: { rounds: 151, warmUp: 3000, requests: 150 },
  streams: { rounds: 9, updates: 10_000, round: 1000, all: 5000, slow: 2000, stream: 30_000 },
  load: fullLoad,
  polls: 10_000,
} as const;

const quick = {
  calls: { rounds: 5, warmUp: 300, requests: 100 },
  streams: { rounds: 3, updates: 1000, round: 300, all: 1000, slow: 500, stream: 6000 },
  load: { streams: 100, events: 100, everyMs: 10 },
  polls: 500,
} as const;

export async function runAgent({ report, isQuick }: PartOptions): Promise<AgentResult> {
  const counts = isQuick ? quick : full;
  const [served, alone] = [join(scratch, "agent-served.mjs"), join(scratch, "agent-alone.mjs")];
  // Express and others are CommonJS; grpc-js and the database drivers are never loaded.
  await bundle({ source: 'import "./agent/serve.ts";', outfile: served, hasCommonJs: true });
  await bundle({ source: 'import "./agent/alone.ts";', outfile: alone, hasCommonJs: true });

  const loads: LoadFigures[] = [];
  for (const name of ["the bare stub", "agent kit"] as const) {
    const figures = await runLoad(name, served, counts.load);
    loads.push(figures);
    const { memory, paced, flooded } = figures;
    report(
      `agent: ${counts.load.streams} streams, ${name}: ${paced.p99.toFixed(1)} ms at the 99th percentile, ` +
        `${Math.round(paced.busy * 100)} % busy, ${Math.round(memory.rss / 1024)} KiB each, ` +
        `${Math.round(memory.heap / 1024)} KiB on the heap; flooded ${Math.round(flooded.perSecond)}/s`,
    );
  }

  const calls = await runCalls(served, counts.calls);
  for (const { name, cpu, ratio } of calls) {
    report(`agent: SendMessage, ${name}: ${Math.round(cpu)} µs, ${ratio.toFixed(2)}`);
  }

  const streams = await runStreams(served, alone, counts.streams);
  for (const { name, figures } of streams) {
    const shown = figures.map(({ perSecond }) => Math.round(perSecond));
    report(`agent: streams of ${streamLengths.join(", ")}, ${name}: ${shown.join(", ")} per second`);
  }
  const polls = await runPolls(counts.polls);
  report(`agent: ${polls.held} held polls: ${Math.round(polls.heap / 1024)} KiB each on the heap`);
  return { calls, streams, loads, polls };
}

async function runLoad(name: ServedName, outfile: string, shape: LoadShape): Promise<LoadFigures> {
  const { streams, events, everyMs } = shape;
  const server = await startAgentServer(name, { outfile, maxTasks: 10_000, connections: streams });
  try {
    const memory = await measureMemory(server, { events });
    const paced = await measureLoad(server, { events, everyMs });
    const flooded = await measureLoad(server, { events });
    return { name, memory, paced, flooded };
  } finally {
    server.close();
  }
}

async function runCalls(
  outfile: string,
  counts: Parameters<typeof measureCalls>[1],
): Promise<readonly CallFigure[]> {
  const servers = [];
  try {
    for (const name of servedNames) {
      servers.push(await startAgentServer(name, { outfile, maxTasks: 10_000, connections: 16 }));
    }
    return await measureCalls(servers, counts);
  } finally {
    for (const server of servers) server.close();
  }
}

async function runStreams(
  served: string,
  alone: string,
  counts: Parameters<typeof measureStreams>[2],
): Promise<readonly StreamFigures[]> {
  const streamers: Streamer[] = [];
  try {
    for (const name of aloneNames) streamers.push(await startAlone(name, alone));
    for (const name of servedNames) {
      streamers.push(
        toStreamer(await startAgentServer(name, { outfile: served, maxTasks: 100, connections: 1 })),
      );
    }
    const rows = streamers.map(({ name }): StreamFigures & { readonly figures: StreamFigure[] } => ({
      name,
      figures: [],
    }));
    const growing: StreamFigure[] = [];
    const [kit] = streamers;
    let quickOnes: readonly Streamer[] = streamers;
    for (const events of streamLengths) {
      const streamed = await measureStreams(quickOnes, { events }, counts);
      for (const { streamer, figure } of streamed) {
        if (figure !== undefined) rows.find(({ name }) => name === streamer.name)?.figures.push(figure);
      }
      quickOnes = streamed.filter(({ isSlow }) => !isSlow).map(({ streamer }) => streamer);
      if (kit === undefined) continue;
      const [grown] = await measureStreams([kit], { events, isGrowing: true }, counts);
      if (grown?.figure !== undefined) growing.push(grown.figure);
    }
    return [...rows, { name: `${kit?.name}, one artifact that grows`, figures: growing }];
  } finally {
    for (const streamer of streamers) streamer.close();
  }
}

import { join } from "node:path";
import { bundle } from "../bundle.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { checkAnswers } from "./check-answers.ts";
import { contenderNames, type PerContender } from "./contender-names.ts";
import { type CallFigures, measureCalls } from "./measure-calls.ts";
import { type LatencyFigure, measureLatency } from "./measure-latency.ts";
import { type MemoryFigure, measureMemory } from "./measure-memory.ts";
import { measureStreams, type StreamFigure } from "./measure-streams.ts";
import { type StartedServer, startServer } from "./started-server.ts";

export interface ServerResult {
  readonly calls: CallFigures;
  readonly streams: readonly StreamFigures[];
  readonly latency: PerContender<LatencyFigure>;
  readonly memory: readonly MemoryFigure[];
}

export interface StreamFigures {
  /** Artifact updates of one stream. */
  readonly updates: number;
  readonly figures: PerContender<StreamFigure>;
}

const full = {
  /** Artifact updates of a stream. */
  streamLengths: [1000, 4000],
  calls: { rounds: 9, warmUp: 4000, requests: 3000 },
  streams: { rounds: 9, round: 150, all: 8000, stream: 40_000 },
  latency: { rounds: 9, milliseconds: 1000 },
  memory: { requests: 200_000, streams: 20_000 },
} as const;

const quick = {
  streamLengths: [100, 400],
  // Code that is not compiled yet would be measured otherwise.
  calls: { rounds: 5, warmUp: 2000, requests: 600, short: { warmUpMs: 300, roundMs: 90 } },
  streams: { rounds: 3, round: 50, all: 1000, stream: 8000 },
  latency: { rounds: 1, milliseconds: 200 },
  memory: undefined,
} as const;

export async function runServer({ report, isQuick }: PartOptions): Promise<ServerResult> {
  const counts = isQuick ? quick : full;
  const outfile = join(scratch, "server.mjs");
  await bundle({
    source: 'import "./server/serve.ts";',
    outfile,
    // Express and others are CommonJS; grpc-js and the database drivers are never loaded.
    hasCommonJs: true,
  });
  const servers: StartedServer[] = [];
  try {
    for (const name of contenderNames) servers.push(await startServer(outfile, name));
    for (const server of servers) await checkAnswers(server);
    report("server: every contender answers as it should");
    const calls = await measureCalls(servers, counts.calls, report);
    // A stream that is cut off takes its connection with it.
    const latency = await measureLatency(servers, { calls, ...counts.latency });
    report(
      `server: latency: ${Object.entries(latency)
        .map(([name, { p99 }]) => `${name} ${p99.toFixed(2)} ms`)
        .join("; ")}`,
    );
    const streams: StreamFigures[] = [];
    for (const updates of counts.streamLengths) {
      const figures = await measureStreams(servers, updates, counts.streams);
      streams.push({ updates, figures });
      const shown = Object.entries(figures).map(
        ([name, { eventsPerSecond, cpu }]) =>
          `${name} ${Math.round(eventsPerSecond)}/s, ${Math.round(cpu)} µs each`,
      );
      report(`server: streams of ${updates}: ${shown.join("; ")}`);
    }
    const memory = counts.memory === undefined ? [] : await measureMemory(outfile, counts.memory, report);
    return { calls, streams, latency, memory };
  } finally {
    for (const server of servers) server.close();
  }
}

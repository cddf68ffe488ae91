import { join } from "node:path";
import { bundle } from "../bundle.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { checkAnswers } from "./check-answers.ts";
import { contenderNames, type PerContender } from "./contender-names.ts";
import { type CallFigures, measureCalls } from "./measure-calls.ts";
import { measureStreams, type StreamFigure } from "./measure-streams.ts";
import { type StartedServer, startServer } from "./started-server.ts";

export interface ServerResult {
  readonly calls: CallFigures;
  readonly streams: readonly StreamFigures[];
}

export interface StreamFigures {
  /** Artifact updates of one stream. */
  readonly updates: number;
  readonly figures: PerContender<StreamFigure>;
}

/** Artifact updates of a stream. */
const streamLengths = [1000, 4000];

const full = {
  calls: { rounds: 9, warmUp: 4000, requests: 3000 },
  streams: { rounds: 9, round: 150, all: 8000, stream: 40_000 },
} as const;

const quick = {
  calls: { rounds: 3, warmUp: 300, requests: 300 },
  streams: { rounds: 3, round: 50, all: 1000, stream: 8000 },
} as const;

export async function runServer({ report, isQuick }: PartOptions): Promise<ServerResult> {
  const counts = isQuick ? quick : full;
  const outfile = join(scratch, "server.mjs");
  await bundle({
    source: 'import "./server/serve.ts";',
    outfile,
    // Express and others are CommonJS; grpc-js and the database drivers are never loaded.
    banner: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  });
  const servers: StartedServer[] = [];
  try {
    for (const name of contenderNames) servers.push(await startServer(outfile, name));
    for (const server of servers) await checkAnswers(server);
    report("server: every contender answers as it should");
    const calls = await measureCalls(servers, counts.calls, report);
    const streams: StreamFigures[] = [];
    for (const updates of streamLengths) {
      const figures = await measureStreams(servers, updates, counts.streams);
      streams.push({ updates, figures });
      const shown = Object.entries(figures).map(
        ([name, { eventsPerSecond, cpu }]) =>
          `${name} ${Math.round(eventsPerSecond)}/s, ${Math.round(cpu)} µs each`,
      );
      report(`server: streams of ${updates}: ${shown.join("; ")}`);
    }
    return { calls, streams };
  } finally {
    for (const server of servers) server.close();
  }
}

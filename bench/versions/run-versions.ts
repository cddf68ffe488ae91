import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { load } from "../load.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { type StartedServer, startServer } from "../server/started-server.ts";
import { checkAnswer } from "./check-answer.ts";
import { requests } from "./requests.ts";
import { type Row, rows, serverNames, type VersionsServer } from "./rows.ts";

export interface VersionFigure {
  readonly row: Row;
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
  /** Median over the rounds of the CPU time over that of the first row in the same round. */
  readonly ratio: number;
}

const full = { rounds: 11, warmUp: 4000, requests: 3000 } as const;
const quick = { rounds: 3, warmUp: 300, requests: 300 } as const;

export async function runVersions({ report, isQuick }: PartOptions): Promise<readonly VersionFigure[]> {
  const outfile = join(scratch, "versions.mjs");
  await bundle({
    source: 'import "./versions/serve.ts";',
    outfile,
    // Express and others are CommonJS; grpc-js and the database drivers are never loaded.
    hasCommonJs: true,
  });
  const servers = new Map<VersionsServer, StartedServer<VersionsServer>>();
  try {
    for (const name of serverNames) servers.set(name, await startServer(outfile, name));
    const loaded = rows.map((row) => ({ row, server: serverOf(row, servers) }));
    for (const { row, server } of loaded) await check(row, server);
    report("versions: every server answers as it should");
    const figures = await measure(loaded, isQuick ? quick : full);
    for (const { row, cpu, ratio } of figures) {
      report(`versions: ${row.text}: ${Math.round(cpu)} µs, ${ratio.toFixed(2)}`);
    }
    return figures;
  } finally {
    for (const server of servers.values()) server.close();
  }
}

interface Loaded {
  readonly row: Row;
  readonly server: StartedServer<VersionsServer>;
}

function serverOf(
  { server }: Row,
  servers: ReadonlyMap<VersionsServer, StartedServer<VersionsServer>>,
): StartedServer<VersionsServer> {
  const started = servers.get(server);
  if (started === undefined) throw new Error(`${server}: not started`);
  return started;
}

async function check(row: Row, { connections: [connection] }: StartedServer<VersionsServer>): Promise<void> {
  if (connection === undefined) throw new Error(`${row.text}: expected a connection`);
  await checkAnswer(row, connection);
}

async function measure(
  loaded: readonly Loaded[],
  counts: typeof full | typeof quick,
): Promise<readonly VersionFigure[]> {
  const rounds = loaded.map((): number[] => []);
  for (const one of loaded) await send(one, counts.warmUp);
  for (let round = 0; round < counts.rounds; round++) {
    for (const [index, one] of loaded.entries()) {
      const before = await one.server.cpu();
      await send(one, counts.requests);
      rounds[index]?.push(((await one.server.cpu()) - before) / counts.requests);
    }
  }
  const base = rounds[0] ?? [];
  return loaded.map(({ row }, index) => {
    const own = rounds[index] ?? [];
    return {
      row,
      cpu: median(own),
      ratio: median(own.map((cpu, round) => cpu / (base[round] ?? Number.NaN))),
    };
  });
}

function send({ row, server }: Loaded, count: number): Promise<number> {
  return load(
    server.connections.map((connection) => () => connection.send(requests[row.version])),
    count,
  );
}

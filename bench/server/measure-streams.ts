import { median } from "../median.ts";
import { streamRequest } from "./calls.ts";
import { forEveryContender, type PerContender } from "./contender-names.ts";
import type { Connection } from "./http-client.ts";
import type { StartedServer } from "./started-server.ts";

export interface StreamFigure {
  /** Artifact updates per second. */
  readonly eventsPerSecond: number;
  /** CPU time of the server for one update, in microseconds. */
  readonly cpu: number;
  /** Over the events per second of node:http in the same round. */
  readonly ratio: number;
  /** Milliseconds from the request to the first event. */
  readonly firstEvent: number;
  /** Whether a stream was cut off, so that a whole one has fewer events per second and costs more each. */
  readonly isCut: boolean;
}

export interface StreamCounts {
  /** Rounds, of which the first warms up. */
  readonly rounds: number;
  /** Milliseconds in a round in which a server is asked for streams again. */
  readonly round: number;
  /** Milliseconds after which a server sits out the rounds that are left. */
  readonly all: number;
  /** Milliseconds after which a stream is cut off, and its server ended. */
  readonly stream: number;
}

interface Round {
  readonly round: number;
  readonly perSecond: number;
  readonly cpu: number;
  readonly first: number;
  readonly isCut: boolean;
}

/** Reads streams from the servers one after the other in every round. */
export async function measureStreams(
  servers: readonly StartedServer[],
  updates: number,
  counts: StreamCounts,
): Promise<PerContender<StreamFigure>> {
  const table = forEveryContender((): Round[] => []);
  const spent = new Map<StartedServer, number>();
  for (let round = 0; round < counts.rounds; round++) {
    for (const server of servers) {
      const before = spent.get(server) ?? 0;
      if (before > counts.all) continue;
      const { milliseconds, ...figures } = await measureRound(server, updates, counts);
      spent.set(server, figures.isCut ? Number.POSITIVE_INFINITY : before + milliseconds);
      // It would keep making events while the others are measured.
      if (figures.isCut) server.close();
      table[server.name].push({ round, ...figures });
    }
  }
  const base = new Map(table["node:http"].map(({ round, perSecond }) => [round, perSecond]));
  return forEveryContender((name) => {
    const all = table[name];
    const own = all.length > 1 ? all.slice(1) : all;
    return {
      eventsPerSecond: median(own.map(({ perSecond }) => perSecond)),
      cpu: median(own.map(({ cpu }) => cpu)),
      ratio: median(own.map(({ round, perSecond }) => perSecond / (base.get(round) ?? Number.NaN))),
      firstEvent: median(own.map(({ first }) => first)),
      isCut: own.some(({ isCut }) => isCut),
    };
  });
}

async function measureRound(
  { name, cpu, connections: [connection] }: StartedServer,
  updates: number,
  { round, stream }: StreamCounts,
): Promise<Omit<Round, "round"> & { readonly milliseconds: number }> {
  if (connection === undefined) throw new Error(`${name}: expected a connection`);
  const request = streamRequest(updates);
  const firsts: number[] = [];
  let milliseconds = 0;
  let found = 0;
  let isCut = false;
  const before = await cpu();
  while (milliseconds < round && !isCut) {
    const read = await readStream(connection, request, stream);
    if (!read.isCut && read.updates !== updates) {
      throw new Error(`${name}: expected ${updates} artifact updates, found ${read.updates}`);
    }
    firsts.push(read.first);
    milliseconds += read.milliseconds;
    found += read.updates;
    isCut = read.isCut;
  }
  const used = (await cpu()) - before;
  return {
    perSecond: (found / milliseconds) * 1000,
    cpu: used / found,
    first: median(firsts),
    isCut,
    milliseconds,
  };
}

export interface ReadStream {
  readonly updates: number;
  /** Milliseconds to the first event. */
  readonly first: number;
  readonly milliseconds: number;
  readonly isCut: boolean;
}

/** Reads a stream and counts its artifact updates; closes the connection when the limit has passed. */
export async function readStream(
  connection: Connection,
  request: Buffer,
  limit: number,
): Promise<ReadStream> {
  const start = performance.now();
  let first = Number.NaN;
  let updates = 0;
  let rest = "";
  let isCut = false;
  const timer = setTimeout(() => {
    isCut = true;
    connection.close();
  }, limit);
  try {
    await connection.send(request, (piece) => {
      const text = rest + piece;
      const end = text.lastIndexOf("\n\n") + 2;
      rest = end < 2 ? text : text.slice(end);
      if (end < 2) return;
      if (Number.isNaN(first)) first = performance.now() - start;
      updates += countUpdates(text.slice(0, end));
    });
  } catch (error) {
    if (!isCut) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { updates, first, milliseconds: performance.now() - start, isCut };
}

const mark = '"artifactUpdate":';

function countUpdates(text: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) count += 1;
  return count;
}

import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { type Child, startChild } from "../child.ts";
import { median } from "../median.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { type Served, startServed } from "../served.ts";
import type { LoadAnswer, LoadQuestion } from "./client-process.ts";
import {
  callNames,
  clientNames,
  type GrpcCallName,
  type GrpcClientName,
  type GrpcServerName,
  serverNames,
  updatesOfStream,
} from "./names.ts";

/** Figures of one call, or of one artifact update where the call is a stream. */
export interface GrpcFigure {
  /** CPU time in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
  /** Median over the rounds of the CPU time over that of grpc-js in the same round. */
  readonly ratio: number;
}

export type GrpcFigures = Readonly<Record<GrpcCallName, GrpcFigure>>;

export interface GrpcResult {
  readonly servers: Readonly<Record<GrpcServerName, GrpcFigures>>;
  readonly clients: Readonly<Record<MeasuredClient, GrpcFigures>>;
}

/** Clients that decode answers, of which the bare one is the limit. */
export const measuredClients = ["grpc-js", "a2agen"] as const;
export type MeasuredClient = (typeof measuredClients)[number];

interface Counts {
  readonly rounds: number;
  readonly calls: number;
  readonly streams: number;
}

const full: Counts = { rounds: 11, calls: 2000, streams: 10 };
const quick: Counts = { rounds: 3, calls: 200, streams: 1 };

/** Rounds before those that count. */
const warmUpRounds = 2;

/** Calls at once; streams are read one after the other. */
const width = 16;

export async function runGrpc({ report, isQuick }: PartOptions): Promise<GrpcResult> {
  const outfile = join(scratch, "grpc.mjs");
  await bundle({
    source: 'import "./grpc/process.ts";',
    outfile,
    hasCommonJs: true,
  });
  const processes: { close(): void }[] = [];
  try {
    const servers = new Map<GrpcServerName, Served>();
    for (const name of serverNames) {
      const server = await startServed(outfile, ["server", name]);
      processes.push(server);
      servers.set(name, server);
    }
    const clients = new Map<GrpcClientName, Child>();
    for (const name of clientNames) {
      const client = startChild(outfile, ["client", name]);
      processes.push(client);
      clients.set(name, client);
    }
    const measured = { servers, clients, counts: isQuick ? quick : full };
    await checkAnswers(measured);
    report("grpc: every server and every client answers as it should");
    return await measure(measured, report);
  } finally {
    for (const one of processes) one.close();
  }
}

interface Measured {
  readonly servers: ReadonlyMap<GrpcServerName, Served>;
  readonly clients: ReadonlyMap<GrpcClientName, Child>;
  readonly counts: Counts;
}

/** Every client calls every server, and looks at what it gets. */
async function checkAnswers({ servers, clients }: Measured): Promise<void> {
  for (const server of servers.values()) {
    for (const client of clients.values()) {
      for (const call of callNames) await ask(client, { port: server.port, call, count: 1, width: 1 });
    }
  }
}

async function ask(
  client: Child,
  question: LoadQuestion,
): Promise<{ readonly cpu: number; readonly milliseconds: number }> {
  const { cpu, milliseconds, failure } = await client.ask<LoadAnswer>(question);
  if (cpu === undefined || milliseconds === undefined) throw new Error(`${question.call}: ${failure}`);
  return { cpu, milliseconds };
}

/** Measures the servers with the client of bytes, and the clients at the bare server. */
async function measure(measured: Measured, report: (line: string) => void): Promise<GrpcResult> {
  const servers = newTable(serverNames);
  const clients = newTable(measuredClients);
  for (const call of callNames) {
    const loads = [
      ...serverNames.map((server) => ({ table: servers, name: server, server, client: "bytes" }) as const),
      ...measuredClients.map(
        (client) => ({ table: clients, name: client, server: "grpc-js", client }) as const,
      ),
    ];
    const rounds = loads.map((): Round[] => []);
    for (let round = -warmUpRounds; round < measured.counts.rounds; round++) {
      for (const [index, { table, server, client }] of loads.entries()) {
        const figures = await measureRound(measured, { server, client, call, isOfServer: table === servers });
        if (round >= 0) rounds[index]?.push(figures);
      }
    }
    for (const [index, { table, name }] of loads.entries()) {
      const own = rounds[index] ?? [];
      const base = rounds[loads.findIndex((load) => load.table === table && load.name === "grpc-js")] ?? [];
      table[name][call] = {
        cpu: median(own.map(({ cpu }) => cpu)),
        perSecond: median(own.map(({ perSecond }) => perSecond)),
        ratio: median(own.map(({ cpu }, round) => cpu / (base[round]?.cpu ?? Number.NaN))),
      };
    }
    const shown = loads.map(
      ({ table, name }) =>
        `${name} ${table === servers ? "server" : "client"} ${Math.round(table[name][call]?.cpu ?? Number.NaN)} µs`,
    );
    report(`grpc: ${call}: ${shown.join("; ")}`);
  }
  return { servers, clients } as GrpcResult;
}

type Table = Record<GrpcServerName, Partial<Record<GrpcCallName, GrpcFigure>>>;

function newTable(names: readonly GrpcServerName[]): Table {
  return Object.fromEntries(names.map((name) => [name, {}])) as Table;
}

interface Round {
  readonly cpu: number;
  readonly perSecond: number;
}

interface RoundInit {
  readonly server: GrpcServerName;
  readonly client: GrpcClientName;
  readonly call: GrpcCallName;
  /** Whether the CPU time is that of the server, or of the client. */
  readonly isOfServer: boolean;
}

async function measureRound(
  { servers, clients, counts }: Measured,
  { server: serverName, client: clientName, call, isOfServer }: RoundInit,
): Promise<Round> {
  const server = servers.get(serverName);
  const client = clients.get(clientName);
  if (server === undefined || client === undefined) throw new Error(`${serverName}: expected to be started`);
  const isStream = call === "SendStreamingMessage";
  const count = isStream ? counts.streams : counts.calls;
  const before = await server.cpu();
  const asked = await ask(client, { port: server.port, call, count, width: isStream ? 1 : width });
  const cpu = isOfServer ? (await server.cpu()) - before : asked.cpu;
  const units = isStream ? count * updatesOfStream : count;
  return { cpu: cpu / units, perSecond: (units / asked.milliseconds) * 1000 };
}

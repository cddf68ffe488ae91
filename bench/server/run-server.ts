import { type ChildProcess, fork } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { median } from "../median.ts";
import { benchDirectory, scratch } from "../paths.ts";
import { type Connection, open, requestOf } from "./http-client.ts";
import { knownTask, sample } from "./work.ts";

export const contenderNames = [
  "node:http",
  "a2agen on node:http",
  "a2agen on Hono",
  "@a2a-js/sdk on Express",
] as const;
export type ServerContender = (typeof contenderNames)[number];

const params = { message: sample };
const rpc = (method: string, value: object): Buffer =>
  requestOf("POST", "/rpc", {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: value }),
    headers: { accept: "application/json, text/event-stream" },
  });

/** The calls that are measured, and what their answers must hold. */
const calls = {
  "SendMessage, JSON-RPC": { request: rpc("SendMessage", params), holds: "You said: Summarise" },
  "SendMessage, HTTP+JSON": {
    request: requestOf("POST", "/rest/message:send", { body: JSON.stringify(params) }),
    holds: "You said: Summarise",
  },
  "GetTask, JSON-RPC": { request: rpc("GetTask", { id: knownTask }), holds: knownTask },
  "GetTask, HTTP+JSON": { request: requestOf("GET", `/rest/tasks/${knownTask}`), holds: knownTask },
} as const;
export type CallName = keyof typeof calls;
export const callNames = Object.keys(calls) as readonly CallName[];

/** Events of a stream. */
export const streamLengths = [1000, 4000] as const;

export interface CallFigure {
  /** CPU time of the server for one request, in microseconds. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** Median over the rounds of the CPU time over that of node:http in the same round. */
  readonly ratio: number;
}

export interface StreamFigure {
  readonly eventsPerSecond: number;
  /** Over the events per second of node:http in the same round. */
  readonly ratio: number;
  /** Milliseconds from the request to the first event. */
  readonly firstEvent: number;
}

export interface ServerResult {
  readonly calls: Readonly<Record<CallName, Readonly<Record<ServerContender, CallFigure>>>>;
  readonly streams: readonly {
    readonly events: number;
    readonly figures: Readonly<Record<ServerContender, StreamFigure>>;
  }[];
}

interface Round {
  readonly cpu: number;
  readonly perSecond: number;
}

const connections = 16;
const rounds = 9;
const warmUpRequests = 3000;
const requestsInRound = 2000;

export async function runServer(report: (line: string) => void): Promise<ServerResult> {
  const outfile = join(scratch, "server.mjs");
  await bundle({
    source: 'import "./server/serve.ts";',
    outfile,
    // Express and others are CommonJS; grpc-js and the database drivers are never loaded.
    banner: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  });
  const servers = await Promise.all(contenderNames.map((name) => startServer(outfile, name)));
  try {
    for (const server of servers) await checkAnswers(server);
    report("server: every contender answers as it should");
    const measuredCalls = await measureCalls(servers, report);
    const measuredStreams = [];
    for (const events of streamLengths) {
      measuredStreams.push({ events, figures: await measureStreams(servers, events) });
      report(`server: streams of ${events} events`);
    }
    return { calls: measuredCalls, streams: measuredStreams };
  } finally {
    for (const server of servers) server.close();
  }
}

interface Server {
  readonly name: ServerContender;
  readonly port: number;
  readonly connections: readonly Connection[];
  cpu(): Promise<number>;
  close(): void;
}

async function startServer(outfile: string, name: ServerContender): Promise<Server> {
  const child = fork(outfile, [name], {
    cwd: benchDirectory,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { port } = (await nextMessage(child)) as { readonly port: number };
  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)));
  return {
    name,
    port,
    connections: opened,
    async cpu() {
      const answer = nextMessage(child);
      child.send("usage");
      return ((await answer) as { readonly microseconds: number }).microseconds;
    },
    close() {
      for (const connection of opened) connection.close();
      child.kill();
    },
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with exit code ${code}`)));
  });
}

async function checkAnswers(server: Server): Promise<void> {
  const [connection] = server.connections;
  for (const [call, { request, holds }] of Object.entries(calls)) {
    const body = await connection?.send(request);
    if (body?.includes(holds) !== true) throw new Error(`${server.name}, ${call}: unexpected answer ${body}`);
  }
}

async function measureCalls(
  servers: readonly Server[],
  report: (line: string) => void,
): Promise<ServerResult["calls"]> {
  const figures: Partial<Record<CallName, Record<ServerContender, CallFigure>>> = {};
  for (const call of callNames) {
    const { request } = calls[call];
    for (const server of servers) await load(server, request, warmUpRequests);
    const table = new Map<ServerContender, Round[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) {
        const before = await server.cpu();
        const start = performance.now();
        await load(server, request, requestsInRound);
        const seconds = (performance.now() - start) / 1000;
        const cpu = ((await server.cpu()) - before) / requestsInRound;
        table.get(server.name)?.push({ cpu, perSecond: requestsInRound / seconds });
      }
    }
    const base = table.get("node:http") ?? [];
    figures[call] = fromNames((name) => {
      const own = table.get(name) ?? [];
      return {
        cpu: median(own.map(({ cpu }) => cpu)),
        requestsPerSecond: median(own.map(({ perSecond }) => perSecond)),
        ratio: median(own.map(({ cpu }, index) => cpu / (base[index]?.cpu ?? Number.NaN))),
      };
    });
    report(`server: ${call}`);
  }
  return figures as ServerResult["calls"];
}

async function load(server: Server, request: Buffer, count: number): Promise<void> {
  let left = count;
  await Promise.all(
    server.connections.map(async (connection) => {
      while (left > 0) {
        left -= 1;
        await connection.send(request);
      }
    }),
  );
}

async function measureStreams(
  servers: readonly Server[],
  events: number,
): Promise<Readonly<Record<ServerContender, StreamFigure>>> {
  const request = rpc("SendStreamingMessage", {
    message: { ...sample, parts: [{ text: `stream ${events}` }] },
  });
  const table = new Map<ServerContender, { perSecond: number; first: number }[]>(
    servers.map(({ name }) => [name, []]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const measured = await readStream(server.port, request, events);
      // The first round warms up.
      if (round > 0) table.get(server.name)?.push(measured);
    }
  }
  const base = table.get("node:http") ?? [];
  return fromNames((name) => {
    const own = table.get(name) ?? [];
    return {
      eventsPerSecond: median(own.map(({ perSecond }) => perSecond)),
      ratio: median(own.map(({ perSecond }, index) => perSecond / (base[index]?.perSecond ?? Number.NaN))),
      firstEvent: median(own.map(({ first }) => first)),
    };
  });
}

/** Reads a stream to its end and counts what it must hold. */
function readStream(
  port: number,
  request: Buffer,
  events: number,
): Promise<{ perSecond: number; first: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    let first = Number.NaN;
    let updates = 0;
    let rest = "";
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (piece: string) => {
      const text = rest + piece;
      if (Number.isNaN(first) && text.includes("data: ")) first = performance.now() - start;
      updates += text.split('"artifactUpdate"').length - 1;
      rest = text.slice(-16).replaceAll("artifactUpdate", "");
      if (!text.endsWith("0\r\n\r\n")) return;
      const seconds = (performance.now() - start) / 1000;
      socket.destroy();
      if (updates === events) resolve({ perSecond: events / seconds, first });
      else reject(new Error(`port ${port}: expected ${events} events, found ${updates}`));
    });
  });
}

function fromNames<T>(make: (name: ServerContender) => T): Record<ServerContender, T> {
  return Object.fromEntries(contenderNames.map((name) => [name, make(name)])) as Record<ServerContender, T>;
}

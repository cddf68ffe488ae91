import type { Connection } from "../server/http-client.ts";
import type { AgentServer } from "./agent-server.ts";
import { madePattern, monotonicNow, type Order } from "./order.ts";
import { callOf } from "./requests.ts";

export interface LoadFigure {
  /** Milliseconds from the making of an update to its arrival. */
  readonly median: number;
  readonly p99: number;
  readonly most: number;
  /** Share of the time in which the agent's process was at work. */
  readonly busy: number;
  /** Artifact updates per second. */
  readonly perSecond: number;
}

export interface MemoryFigure {
  /** Bytes for each open stream, garbage included. */
  readonly rss: number;
  /** Bytes of objects on the heap for each open stream. */
  readonly heap: number;
}

/** Reads a stream on every connection at once. */
export async function measureLoad({ ask, connections }: AgentServer, order: Order): Promise<LoadFigure> {
  const delays: number[] = [];
  const { microseconds: before } = await ask("cpu");
  const start = performance.now();
  await Promise.all(connections.map((connection) => readDelays(connection, order, delays)));
  const milliseconds = performance.now() - start;
  const { microseconds } = await ask("cpu");
  const all = connections.length * order.events;
  if (delays.length !== all) throw new Error(`expected ${all} updates, found ${delays.length}`);
  delays.sort((a, b) => a - b);
  const at = (share: number): number => (delays[Math.floor((all - 1) * share)] ?? Number.NaN) / 1000;
  return {
    median: at(0.5),
    p99: at(0.99),
    most: at(1),
    busy: (microseconds - before) / 1000 / milliseconds,
    perSecond: (all / milliseconds) * 1000,
  };
}

async function readDelays(connection: Connection, order: Order, delays: number[]): Promise<void> {
  await readEvents(connection, { ...order, isTimed: true }, (text) => {
    const now = monotonicNow();
    for (const [, made] of text.matchAll(madePattern)) delays.push(now - Number(made));
  });
}

/** Reads a stream; whole events are handed over as they come. */
async function readEvents(
  connection: Connection,
  order: Order,
  onEvents: (text: string) => void,
): Promise<void> {
  let rest = "";
  await connection.send(callOf("SendStreamingMessage", order), (piece) => {
    const text = rest + piece;
    const end = text.lastIndexOf("\n\n") + 2;
    rest = end < 2 ? text : text.slice(end);
    if (end >= 2) onEvents(text.slice(0, end));
  });
}

/** What the process has while all streams are held in their middle, over what it had before them. */
export async function measureMemory({ ask, connections }: AgentServer, order: Order): Promise<MemoryFigure> {
  const [first] = connections;
  for (let count = 0; count < warmUp; count++) {
    await first?.send(callOf("SendStreamingMessage", { events: order.events }));
  }
  await ask("memory");
  const before = await ask("memory");
  let arrived = 0;
  let tellHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    tellHeld = resolve;
  });
  const wanted = (connections.length * order.events) / 2;
  const streams = Promise.all(
    connections.map((connection) =>
      readEvents(connection, { ...order, isHeld: true }, (text) => {
        arrived += text.split('"artifactUpdate"').length - 1;
        if (arrived >= wanted) tellHeld();
      }),
    ),
  );
  await Promise.race([held, streams]);
  const during = await ask("memory");
  await ask("release");
  await streams;
  return {
    rss: (during.rss - before.rss) / connections.length,
    heap: (during.heap - before.heap) / connections.length,
  };
}

/** Streams after which the process has loaded what it needs for them. */
const warmUp = 300;

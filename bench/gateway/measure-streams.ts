import { madePattern, monotonicNow } from "../agent/order.ts";
import { median } from "../median.ts";
import type { Memory, Served } from "../served.ts";
import { type Connection, open, requestOf } from "../server/http-client.ts";
import { pace } from "./names.ts";
import { streamMessage } from "./paced-streams.ts";

export interface StreamsFigure {
  /** Updates per second that have arrived. */
  readonly perSecond: number;
  /** CPU time of what stands between, in microseconds for one update. */
  readonly cpu: number;
  /** Milliseconds from the making of an update to its arrival. */
  readonly median: number;
  readonly p99: number;
  /** When a fifth of the updates has arrived, and when four fifths have. */
  readonly early: Memory;
  readonly late: Memory;
}

const request = requestOf("POST", "/a2a", {
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "SendStreamingMessage",
    params: { message: streamMessage },
  }),
  headers: { accept: "application/json, text/event-stream" },
});

/** Reads all streams at once. */
export async function measureStreams(
  { port, cpu, memory }: Served,
  { isQuick }: { readonly isQuick: boolean },
): Promise<StreamsFigure> {
  const count = isQuick ? 100 : pace.streams;
  const all = count * pace.updates;
  const connections = await Promise.all(Array.from({ length: count }, () => open("streams", port)));
  const delays: number[] = [];
  const memories: Promise<Memory>[] = [];
  const marks = [all / 5, (all * 4) / 5];
  const before = await cpu();
  const start = performance.now();
  await Promise.all(
    connections.map((connection) =>
      readUpdates(connection, (delay) => {
        delays.push(delay);
        if (marks.includes(delays.length)) memories.push(memory());
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const used = (await cpu()) - before;
  for (const connection of connections) connection.close();
  if (delays.length !== all) throw new Error(`expected ${all} updates, found ${delays.length}`);
  const [early, late] = await Promise.all(memories);
  if (early === undefined || late === undefined) throw new Error("expected the memory at two times");
  const sorted = delays.toSorted((one, other) => one - other);
  return {
    perSecond: all / seconds,
    cpu: used / all,
    median: median(sorted) / 1000,
    p99: (sorted[Math.floor(all * 0.99)] ?? Number.NaN) / 1000,
    early,
    late,
  };
}

async function readUpdates(connection: Connection, onUpdate: (delay: number) => void): Promise<void> {
  let rest = "";
  await connection.send(request, (piece) => {
    const text = rest + piece;
    const end = text.lastIndexOf("\n\n") + 2;
    rest = end < 2 ? text : text.slice(end);
    const now = monotonicNow();
    if (end >= 2)
      for (const [, made] of text.slice(0, end).matchAll(madePattern)) onUpdate(now - Number(made));
  });
}

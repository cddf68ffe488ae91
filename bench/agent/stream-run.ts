import { type Child, startChild } from "../child.ts";
import { readStream } from "../server/measure-streams.ts";
import type { AgentServer } from "./agent-server.ts";
import type { AloneName } from "./contender-names.ts";
import type { Order } from "./order.ts";
import { callOf } from "./requests.ts";

/** What one stream took. */
export interface StreamRun {
  readonly updates: number;
  /** Milliseconds to the first event. */
  readonly first: number;
  readonly milliseconds: number;
  /** CPU time of the agent's process. */
  readonly microseconds: number;
}

/** Someone who can be asked for a stream. */
export interface Streamer {
  readonly name: string;
  /** Undefined once the stream took longer than the limit in milliseconds: its agent is ended then. */
  run(order: Order, limit: number): Promise<StreamRun | undefined>;
  close(): void;
}

export async function startAlone(name: AloneName, outfile: string): Promise<Streamer> {
  const child: Child = startChild(outfile, [name]);
  await child.next();
  let isEnded = false;
  return {
    name: `${name}, no binding`,
    async run(order, limit) {
      if (isEnded) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), limit);
      });
      const asked = child.ask<StreamRun>(order);
      const found = await Promise.race([asked, late]);
      clearTimeout(timer);
      if (found === undefined) {
        isEnded = true;
        asked.catch(() => undefined);
        child.close();
      }
      return found;
    },
    close: () => child.close(),
  };
}

export function toStreamer(server: AgentServer): Streamer {
  const [connection] = server.connections;
  if (connection === undefined) throw new Error(`${server.name}: expected a connection`);
  let isEnded = false;
  return {
    name: `${server.name}, JSON-RPC`,
    async run(order, limit) {
      if (isEnded) return undefined;
      const before = await server.ask("cpu");
      const read = await readStream(connection, callOf("SendStreamingMessage", order), limit);
      if (read.isCut) {
        isEnded = true;
        server.close();
        return undefined;
      }
      const after = await server.ask("cpu");
      return { ...read, microseconds: after.microseconds - before.microseconds };
    },
    close: server.close,
  };
}

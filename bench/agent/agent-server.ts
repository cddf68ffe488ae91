import { startChild } from "../child.ts";
import { type Connection, open } from "../server/http-client.ts";
import type { ServedName } from "./contender-names.ts";

/** What the process of an agent is asked: for its resource use after a garbage collection, or to continue. */
export interface Question {
  readonly kind: "cpu" | "memory" | "release";
}

export interface Usage {
  /** CPU time so far. */
  readonly microseconds: number;
  /** Bytes that the process has, garbage included. */
  readonly rss: number;
  /** Bytes of objects on the heap. */
  readonly heap: number;
}

/** An agent in its own process, and the connections to it. */
export interface AgentServer {
  readonly name: ServedName;
  readonly connections: readonly Connection[];
  ask(kind: Question["kind"]): Promise<Usage>;
  close(): void;
}

export interface AgentServerOptions {
  readonly outfile: string;
  /** Tasks that the kit keeps. */
  readonly maxTasks: number;
  readonly connections: number;
}

export async function startAgentServer(
  name: ServedName,
  { outfile, maxTasks, connections: count }: AgentServerOptions,
): Promise<AgentServer> {
  const child = startChild(outfile, [name, String(maxTasks)]);
  const connections: Connection[] = [];
  const close = (): void => {
    for (const connection of connections) connection.close();
    child.close();
  };
  try {
    const { port } = await child.next<{ readonly port: number }>();
    while (connections.length < count) connections.push(await open(name, port));
  } catch (error) {
    close();
    throw error;
  }
  return { name, connections, close, ask: (kind) => child.ask<Usage>({ kind } satisfies Question) };
}

import { type Served, startServed } from "../served.ts";
import type { ServerContender } from "./contender-names.ts";
import { type Connection, open } from "./http-client.ts";

/** A contender's server in its own process, and the connections to it. */
export interface StartedServer<Name extends string = ServerContender> {
  readonly name: Name;
  readonly connections: readonly Connection[];
  cpu: Served["cpu"];
  memory: Served["memory"];
  close(): void;
}

/** Connections to each server. */
const connectionCount = 16;

export async function startServer<Name extends string>(
  outfile: string,
  name: Name,
): Promise<StartedServer<Name>> {
  const { port, close, ...usage } = await startServed(outfile, [name]);
  const connections: Connection[] = [];
  const closeAll = (): void => {
    for (const connection of connections) connection.close();
    close();
  };
  try {
    for (let count = 0; count < connectionCount; count++) connections.push(await open(name, port));
  } catch (error) {
    closeAll();
    throw error;
  }
  return { name, connections, ...usage, close: closeAll };
}

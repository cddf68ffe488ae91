import { load } from "../load.ts";
import type { Memory } from "../served.ts";
import { calls, streamRequest } from "./calls.ts";
import type { ServerContender } from "./contender-names.ts";
import { startServer } from "./started-server.ts";

export interface MemoryFigure {
  readonly name: ServerContender;
  readonly before: Memory;
  readonly requests: number;
  readonly afterRequests: Memory;
  readonly streams: number;
  readonly afterStreams: Memory;
}

/** The servers whose memory is measured; @a2a-js/sdk would take minutes. */
const measured = ["node:http", "a2agen on node:http"] as const;

/** Each in a process that has done nothing before. */
export async function measureMemory(
  outfile: string,
  { requests, streams }: { readonly requests: number; readonly streams: number },
  report: (line: string) => void,
): Promise<readonly MemoryFigure[]> {
  const figures: MemoryFigure[] = [];
  for (const name of measured) {
    const server = await startServer(outfile, name);
    try {
      const callers = (request: Buffer) => server.connections.map((each) => () => each.send(request));
      // What is compiled and kept from the first requests on is no growth.
      await load(callers(calls["SendMessage, JSON-RPC"]), Math.ceil(requests / 40));
      await load(callers(streamRequest(3)), Math.ceil(streams / 40));
      const before = await server.memory();
      await load(callers(calls["SendMessage, JSON-RPC"]), requests);
      const afterRequests = await server.memory();
      await load(callers(streamRequest(3)), streams);
      const afterStreams = await server.memory();
      figures.push({ name, before, requests, afterRequests, streams, afterStreams });
      report(`server: memory of ${name}: ${Math.round(afterStreams.heap / 1e5) / 10} MB of heap`);
    } finally {
      server.close();
    }
  }
  return figures;
}

import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { load } from "../load.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import { callNames, calls } from "../server/calls.ts";
import { type StartedServer, startServer } from "../server/started-server.ts";
import type { Pair } from "./pair.ts";
import { packagesOf, type Tree } from "./tree.ts";

/** CPU time of our server on node:http for each call, of both commits in turn. */
export async function compareServer(tree: Tree, { isQuick }: PartOptions): Promise<readonly Pair[]> {
  const counts = isQuick ? { rounds: 5, requests: 300 } : { rounds: 31, requests: 1500 };
  const servers: StartedServer[] = [];
  try {
    for (const plugins of [[packagesOf(tree)], []]) {
      const outfile = join(scratch, `server-${servers.length}.mjs`);
      await bundle({
        source: 'import "./server/serve.ts";',
        outfile,
        plugins,
        hasCommonJs: true,
      });
      servers.push(await startServer(outfile, "a2agen on node:http"));
    }
    const pairs: Pair[] = [];
    for (const name of callNames) {
      const samples: [number[], number[]] = [[], []];
      for (let round = 0; round <= counts.rounds; round++) {
        for (const [index, { connections, cpu }] of servers.entries()) {
          const before = await cpu();
          const callers = connections.map((connection) => () => connection.send(calls[name]));
          // The first round is for the compiler.
          await load(callers, round === 0 ? counts.requests * 4 : counts.requests);
          if (round > 0) samples[index]?.push(((await cpu()) - before) / counts.requests);
        }
      }
      pairs.push({ name, unit: "µs", before: samples[0], now: samples[1] });
    }
    return pairs;
  } finally {
    for (const server of servers) server.close();
  }
}

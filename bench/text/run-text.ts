import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startPostgres } from "../../test/stores/postgres/postgres-server.ts";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory } from "../paths.ts";
import type { TextFigure, TextOrder } from "./text-order.ts";

const loader = ["--conditions=a2agen-source", "--import=tsx"];
/** Streams at the same time, and pieces of each. */
const loads = [
  [1, 2000],
  [10, 2000],
  [100, 400],
  [1000, 100],
] as const;

/** Measures streams of text over each store, every one in its own process. */
export async function runText({ report, isQuick }: PartOptions): Promise<readonly TextFigure[]> {
  const server = await startPostgres({ settings: ["max_connections=100", "shared_buffers=256MB"] });
  const figures: TextFigure[] = [];
  try {
    for (const store of ["memory", "PGlite", "PostgreSQL"] as const) {
      for (const [streams, deltas] of isQuick ? loads.slice(0, 2) : loads) {
        const figure = await measure({ store, connection: server.connection, streams, deltas });
        report(`text: ${store}, ${streams} streams: ${figure.perSecond.toFixed(0)}/s`);
        figures.push(figure);
      }
    }
  } finally {
    await server.stop();
  }
  return figures;
}

async function measure(order: TextOrder): Promise<TextFigure> {
  const path = join(benchDirectory, "text/stream-text.ts");
  const child = fork(path, [JSON.stringify(order)], { execArgv: loader });
  const [figure] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`${order.store}, ${order.streams} streams: the process ended with ${code}`);
    }),
  ])) as [TextFigure];
  await once(child, "exit");
  return figure;
}

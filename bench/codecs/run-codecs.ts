import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { scratch } from "../paths.ts";
import { run } from "../process.ts";
import type { Timing } from "./measure.ts";

const processCount = 3;

/** Measures the codecs in separate processes; each result is that of one process. */
export async function runCodecs(report: (line: string) => void): Promise<readonly (readonly Timing[])[]> {
  const outfile = join(scratch, "codecs.mjs");
  await bundle({ source: 'import "./codecs/measure.ts";', outfile });
  const results: (readonly Timing[])[] = [];
  for (let count = 1; count <= processCount; count++) {
    const { output, milliseconds } = await run(process.execPath, ["--expose-gc", outfile], {
      directory: scratch,
    });
    results.push(JSON.parse(output.toString()) as readonly Timing[]);
    report(`codecs: process ${count} of ${processCount}, ${Math.round(milliseconds / 1000)} s`);
  }
  return results;
}

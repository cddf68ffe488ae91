import { join } from "node:path";
import { bundle } from "../bundle.ts";
import { startChild } from "../child.ts";
import type { PartOptions } from "../part-options.ts";
import { scratch } from "../paths.ts";
import type { FakeFigure } from "./measure-fakes.ts";

/** Measures how fast values for tests are made. */
export async function runFakes({ report, isQuick }: PartOptions): Promise<readonly FakeFigure[]> {
  const outfile = join(scratch, "fakes.mjs");
  await bundle({ source: 'import "./fakes/measure-fakes.ts";', outfile });
  const child = startChild(outfile, [isQuick ? "3" : "11"]);
  try {
    const figures = await child.next<readonly FakeFigure[]>();
    for (const { typeName, fakes } of figures) report(`fakes: ${typeName}: ${Math.round(fakes)} per second`);
    return figures;
  } finally {
    child.close();
  }
}

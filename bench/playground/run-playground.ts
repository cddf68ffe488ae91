import { join } from "node:path";
import type { PartOptions } from "../part-options.ts";
import { benchDirectory, repository } from "../paths.ts";
import { run } from "../process.ts";
import type { PlaygroundFigure } from "./figure.ts";

/**
 * Types into the playground. A separate program drives the browser, which knows the types of pages.
 */
export async function runPlayground({ report, isQuick }: PartOptions): Promise<readonly PlaygroundFigure[]> {
  const program = join(benchDirectory, "browser/type-in-playground.ts");
  const { output } = await run(
    "npx",
    ["tsx", "--conditions=a2agen-source", program, isQuick ? "10" : "100"],
    {
      directory: repository,
    },
  );
  const figures = JSON.parse(output.toString()) as readonly PlaygroundFigure[];
  for (const { view, text, median } of figures) {
    report(`playground: ${view}, ${text}: ${median.cpu.toFixed(1)} ms`);
  }
  return figures;
}
